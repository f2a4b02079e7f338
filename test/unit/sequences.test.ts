/** Many steps in a row: what previews say, what is sent, and what the state keeps, whatever the API answered in between. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import type { ApiRequest } from "../../provider/api/http.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { RecordedFailure } from "../../provider/host/failure.js";
import { hostWith, type Response, refusal } from "./host-fixture.js";
import { cache, environment, type Resource } from "./resources.js";

interface Setting {
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
interface Kind {
  readonly resource: Resource;
  readonly configuration: { readonly operations?: JsonObject };
  readonly id: string;
  /** What all programs set. */
  readonly fixed: JsonObject;
  readonly settings: Readonly<Record<string, Setting>>;
  /** What the API has of a setting that no request had. */
  readonly defaults: JsonObject;
  /** How the program asks the API for what was changed outside, where no refresh does. */
  readonly reload: JsonObject;
}

const kinds: readonly [title: string, kind: Kind][] = [
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
    "of an environment, with GET and PATCH named,",
    {
      resource: environment,
      configuration: { operations: { Environment: "GET, PATCH /environments/{id}" } },
      id: "id-1",
      fixed: { applicationId: "app-1" },
      settings: {
        name: { wire: "name", values: ["one", "two"], isRequired: true, normal: "normal" },
        branch: { wire: "branch", values: ["main", "next"], isRequired: true, isHidden: true },
        buildCommand: { wire: "build_command", values: ["make", "build"], acceptsNull: true },
      },
      defaults: { name: "default", build_command: null },
      reload: {},
    },
  ],
];

/** What the API does with a request. */
const obeying = ["applies", "ignores", "is slow", "normalises", "leaves out", "nulls"] as const;
const behaviours = [...obeying, "fails before", "fails after"] as const;
type Behaviour = (typeof behaviours)[number];

/** What the program sets; undefined is left out. */
type Program = Readonly<Record<string, Json | undefined>>;

interface Step {
  readonly program: Program;
  readonly behaviour: Behaviour;
  /** What was changed outside Pulumi before the step. */
  readonly drift: Program;
  /** A refresh clears a recorded failure, and reads where it can. */
  readonly refreshes: boolean;
}

function stepsOf({ settings }: Kind) {
  const valuesOf = ({ values, isRequired }: Setting) => fc.constantFrom(...(isRequired ? [] : [null]), ...values);
  const values = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, valuesOf(setting)]));
  const required = Object.keys(settings).filter((name) => settings[name]?.isRequired);
  const some = fc.record(values, { requiredKeys: [] });
  const step = fc.record({
    program: fc.record(values, { requiredKeys: required }),
    behaviour: fc.constantFrom(...behaviours),
    drift: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, some),
    refreshes: fc.boolean(),
  });
  return fc.array(step, { minLength: 1, maxLength: 8 });
}

/** An API of one resource. */
class Api {
  actual: JsonObject;
  /** What a client knows of these values; of one whose outcome is unknown, nothing. */
  readonly known: Record<string, Json | undefined> = {};
  private pending: JsonObject = {};
  private readonly settings: readonly Setting[];

  constructor(private readonly kind: Kind) {
    this.actual = { ...kind.defaults };
    this.settings = Object.values(kind.settings);
  }

  drift(values: Program): void {
    for (const [name, value] of Object.entries(values)) {
      const { wire, acceptsNull, isHidden } = this.kind.settings[name] as Setting;
      if (value !== undefined && (value !== null || acceptsNull) && !isHidden) this.actual[wire] = value;
    }
  }

  respond({ method, body }: ApiRequest, behaviour: Behaviour): Response {
    Object.assign(this.actual, this.pending);
    this.pending = {};
    if (method === "GET") return this.show({});
    // Each create makes another resource, on which null and an absent value have the same effect.
    if (method === "POST") {
      this.actual = { ...this.kind.defaults };
      for (const { wire, acceptsNull } of this.settings) if (acceptsNull) this.known[wire] = null;
    }
    this.apply(body, behaviour);
    if (behaviour.startsWith("fails")) {
      for (const { wire } of this.settings) if (wire in body) this.known[wire] = undefined;
      return refusal(500, undefined, "unknown");
    }
    return this.show(body, behaviour);
  }

  private apply(body: JsonObject, behaviour: Behaviour): void {
    for (const { wire, isHidden, normal } of this.settings) {
      const { [wire]: value } = body;
      if (value === undefined || behaviour === "fails before") continue;
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
class Stack {
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
    const { host } = this.startHost("applies");
    if (this.state !== undefined) this.state = (await host.read(this.kind.id, this.state)).props;
  }

  /** One preview and one `up`: what the two had to say, and what they sent. */
  async up(program: Program, behaviour: Behaviour) {
    const { id, fixed, settings } = this.kind;
    const { host, lines, requests } = this.startHost(behaviour);
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
      this.state = error instanceof RecordedFailure ? error.properties : before;
      this.hasFailed = this.state !== undefined;
    }
    const next = this.state && (await host.diff(id, this.state, inputs)).changes;
    const isShownNext = this.state !== undefined && this.isShown(next, inputs);
    return { before, inputs, marks, changed, isShown, said, sent: requests[0]?.body, isShownNext };
  }

  /** Each run has a process of its own. */
  private startHost(behaviour: Behaviour) {
    const { resource, configuration } = this.kind;
    return hostWith(configuration, resource, (request) => this.api.respond(request, behaviour));
  }

  /** Where the provider does not say whether there are changes, the engine compares the inputs. */
  private isShown(changes: boolean | undefined, inputs: JsonObject): boolean {
    const names = Object.keys({ ...this.kept, ...inputs });
    return changes ?? names.some((name) => !isDeepStrictEqual(inputs[name] ?? null, this.kept[name] ?? null));
  }
}

async function run(kind: Kind, sequence: readonly Step[]): Promise<void> {
  const { settings, reload } = kind;
  const names = Object.keys(settings);
  const wireOf = (name: string) => settings[name]?.wire ?? name;
  const api = new Api(kind);
  const stack = new Stack(kind, api);
  for (const { program, behaviour, drift, refreshes } of sequence) {
    api.drift(drift);
    if (refreshes) await stack.refresh();
    const { before, inputs, marks, changed, isShown, said, sent, isShownNext } = await stack.up(program, behaviour);
    for (const name of before === undefined ? [] : changed) {
      expect(sent, `${name} is marked and not sent`).to.have.property(wireOf(name));
    }
    for (const name of names.filter((one) => sent !== undefined && wireOf(one) in sent)) {
      expect(inputs, `${name} is sent and not set`).to.have.property(name);
      // What is sent stands in the preview: by the engine's mark, or by a line where it sees no change.
      const isSaid = before === undefined || marks.includes(name) || said.includes(`${name}: `);
      expect(isSaid, `${name} is sent unsaid`).to.equal(true);
    }
    if (sent === undefined) expect(isShown).to.equal(false);
    if (stack.state === undefined) continue;
    for (const name of names.filter((one) => one in inputs)) {
      // What a preview shows to dependents of an argument is the input.
      expect(stack.state[name], `the output ${name}`).to.equal(inputs[name]);
    }
    const isConflict = names.some((name) => name in inputs && api.known[wireOf(name)] !== inputs[name]);
    expect(isShownNext, "shown by the next preview").to.equal(isConflict);
  }
  // The program stays as it is, once asks for what was changed outside, and the API obeys and answers all.
  const last = { ...sequence.at(-1)?.program, ...reload };
  await stack.up(last, "applies");
  await stack.refresh();
  for (let count = 0; count < 3; count += 1) await stack.up(last, "applies");
  const { isShown, sent, inputs } = await stack.up(last, "applies");
  expect([isShown, sent, stack.hasFailed]).to.deep.equal([false, undefined, false]);
  for (const name of names.filter((one) => one in inputs)) {
    expect(api.actual[wireOf(name)], `the API's ${name}`).to.equal(inputs[name]);
  }
}

const numRuns = 1000;

for (const [title, kind] of kinds) {
  it(`A sequence of programs ${title} against an API of any kind has previews that say what is sent, and says again what the API does not have`, () =>
    fc.assert(
      fc.asyncProperty(stepsOf(kind), (sequence) => run(kind, sequence)),
      { numRuns },
    ));
}
