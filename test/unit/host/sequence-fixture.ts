/** An engine and an API of one resource, for many runs in a row: kinds of resources, and what the API does with a request. */

import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { ApiRequest } from "../../../provider/api/http/transport.js";
import { StoredFailure } from "../../../provider/host/requests/failure.js";
import { createConfiguredHost, createRefusal, type Response } from "../host-fixture.js";
import { cache, environment, type TestedResource } from "../resources.js";

export interface ModelledArgument {
  /** Its name on the wire. */
  readonly wire: string;
  readonly values: readonly Json[];
  /** Every program sets it. */
  readonly isRequired?: true;
  /** Null is a value of it; of every other setting, null leaves it out. */
  readonly acceptsNull?: true;
  /** No response has it. What the API does against a request is then never known. */
  readonly isHidden?: true;
  /** What a normalising API makes of every value. */
  readonly normal?: Json;
}

/** What runs through the sequences: a resource, of which the programs change these settings. */
export interface Kind {
  readonly resource: TestedResource;
  readonly configuration: { readonly operations?: JsonObject };
  readonly id: string;
  /** What all programs set. */
  readonly fixed: JsonObject;
  readonly settings: Readonly<Record<string, ModelledArgument>>;
  /** What the API has of a setting that no request had. */
  readonly defaults: JsonObject;
  /** How the program asks the API for what was changed outside, where no refresh does. */
  readonly reload: JsonObject;
}

export const kinds: readonly [title: string, kind: Kind][] = [
  [
    "of a cache",
    {
      resource: cache,
      configuration: {},
      id: "c",
      fixed: { cacheId: "c", name: "nn" },
      settings: {
        size: { wire: "size", values: ["250mb", "1gb", "5gb"] },
        hibernationTimeout: { wire: "hibernation_timeout", values: [15, 30, 45], normal: 60 },
        isPublic: { wire: "is_public", values: [true, false] },
      },
      defaults: { size: "250mb", hibernation_timeout: 15, is_public: false },
      reload: { triggers: ["now"] },
    },
  ],
  [
    "of an environment with GET and PATCH named",
    {
      resource: environment,
      configuration: { operations: { Environment: "GET, PATCH /environments/{id}" } },
      id: "id-1",
      fixed: { applicationId: "app-1" },
      settings: {
        name: { wire: "name", values: ["one", "one ", "two"], isRequired: true, normal: "normal" },
        branch: { wire: "branch", values: ["main", "next"], isRequired: true, isHidden: true },
        buildCommand: { wire: "build_command", values: ["make", "make\n", "", "build"], acceptsNull: true },
      },
      defaults: { name: "default", build_command: null },
      reload: {},
    },
  ],
];

/** What the API does with a request. */
const obeying = ["applies", "ignores", "is slow", "normalises", "trims", "leaves out", "nulls"] as const;
export const behaviours = [...obeying, "fails before", "fails after"] as const;
export type Behaviour = (typeof behaviours)[number];

/** What PHP frameworks make of a text. */
export function trim(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? value.trim() || null : value;
}

/** What the program sets; undefined is left out. */
export type ProgramInputs = Readonly<Record<string, Json | undefined>>;

/** An API of one resource. */
export class Api {
  actual: JsonObject;
  /** What a client knows of these values; of one whose outcome is unknown, nothing. */
  readonly known: Record<string, Json | undefined> = {};
  private pending: JsonObject = {};
  private readonly settings: readonly ModelledArgument[];

  constructor(private readonly kind: Kind) {
    this.actual = { ...kind.defaults };
    this.settings = Object.values(kind.settings);
  }

  drift(values: ProgramInputs): void {
    for (const [name, value] of Object.entries(values)) {
      const { wire, acceptsNull, isHidden } = this.kind.settings[name] as ModelledArgument;
      if (value !== undefined && (value !== null || acceptsNull) && !isHidden) this.actual[wire] = value;
    }
  }

  /** Responds to the request of a refresh. */
  read(): Response {
    this.settle();
    return this.show({});
  }

  respond({ method, body }: ApiRequest, behaviour: Behaviour): Response {
    this.settle();
    // The read before an update tells whose values these are; the client keeps none of them.
    if (method === "GET") return { attributes: { name: "somebody's" } };
    // Each create makes another resource, on which null and an absent value have the same effect.
    if (method === "POST") {
      this.actual = { ...this.kind.defaults };
      for (const { wire, acceptsNull } of this.settings) if (acceptsNull) this.known[wire] = null;
    }
    this.apply(body, behaviour);
    if (behaviour.startsWith("fails")) {
      for (const { wire } of this.settings) if (wire in body) this.known[wire] = undefined;
      return createRefusal(500, undefined, "unknown");
    }
    return this.show(body, behaviour);
  }

  private settle(): void {
    Object.assign(this.actual, this.pending);
    this.pending = {};
  }

  private apply(body: JsonObject, behaviour: Behaviour): void {
    for (const { wire, isHidden, normal } of this.settings) {
      const { [wire]: sent } = body;
      if (sent === undefined || behaviour === "fails before") continue;
      const value = behaviour === "trims" ? (trim(sent) ?? null) : sent;
      const isLate = behaviour === "is slow" && !isHidden;
      if (isLate) this.pending[wire] = value;
      else if (behaviour !== "ignores" || isHidden) this.actual[wire] = value;
      if (behaviour === "normalises" && normal !== undefined) this.actual[wire] = normal;
    }
  }

  private show(body: JsonObject, behaviour?: Behaviour): Response {
    const attributes: JsonObject = {};
    for (const { wire, acceptsNull, isHidden } of this.settings) {
      if (wire in body) this.known[wire] = body[wire];
      const { [wire]: actual = null } = this.actual;
      if (isHidden || behaviour === "leaves out") continue;
      const shown = behaviour === "nulls" ? null : actual;
      attributes[wire] = shown;
      if (shown !== null || acceptsNull) this.known[wire] = shown;
    }
    return { attributes };
  }
}

/** What the engine has of one resource. */
export class Stack {
  state: JsonObject | undefined;
  hasFailed = false;
  /** The inputs that it keeps: the old ones after a recorded failure. */
  private kept: JsonObject = {};

  constructor(
    private readonly kind: Kind,
    private readonly api: Api,
  ) {}

  async refresh(): Promise<void> {
    this.hasFailed = false;
    const { host } = this.startHost(() => this.api.read());
    if (this.state !== undefined) this.state = (await host.read(this.kind.id, this.state)).props;
  }

  /** One preview and one `up`: what the two had to say, and what they sent. */
  async up(program: ProgramInputs, behaviour: Behaviour) {
    const { id, fixed, settings } = this.kind;
    const { host, lines, requests } = this.startHost((request) => this.api.respond(request, behaviour));
    const before = this.state;
    const { inputs } = await host.check({}, { ...fixed, ...(program as JsonObject) });
    // Null and an absent value are the same to the engine.
    const isOther = (name: string) => !isDeepStrictEqual(inputs[name] ?? null, this.kept[name] ?? null);
    const isShown = before === undefined || this.isShown((await host.diff(id, before, inputs)).changes, inputs);
    const marks = Object.keys(settings).filter((name) => isShown && name in inputs && isOther(name));
    // A mark of what the engine had no input of is not always sent.
    const changed = marks.filter((name) => name in this.kept);
    const said = lines.join();
    try {
      if (before === undefined) this.state = (await host.create(inputs)).outs;
      else if (isShown || this.hasFailed) this.state = (await host.update(id, before, inputs)).outs;
      this.kept = inputs;
      this.hasFailed = false;
    } catch (error) {
      this.state = error instanceof StoredFailure ? error.properties : before;
      this.hasFailed = this.state !== undefined;
    }
    const request = requests.find(({ method }) => method !== "GET");
    const next = this.state && (await host.diff(id, this.state, inputs)).changes;
    const isShownNext = this.state !== undefined && this.isShown(next, inputs);
    return { before, inputs, marks, changed, isShown, said, sent: request?.body, isShownNext };
  }

  /** Each run has a process of its own. */
  private startHost(respond: (request: ApiRequest) => Response) {
    const { resource, configuration } = this.kind;
    return createConfiguredHost(configuration, resource, respond);
  }

  /** Where the provider does not say whether there are changes, the engine compares the inputs. */
  private isShown(changes: boolean | undefined, inputs: JsonObject): boolean {
    const names = Object.keys({ ...this.kept, ...inputs });
    return changes ?? names.some((name) => !isDeepStrictEqual(inputs[name] ?? null, this.kept[name] ?? null));
  }
}
