/** Many updates in a row by the plugin: what each preview says is known, beside what the update returns. */

import { expect } from "chai";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { StoredFailure } from "../../../provider/host/requests/failure.js";
import { isUnknown } from "../../../provider/host/state/comparison.js";
import { createPluginResource } from "../../../provider/plugin/plugin-resource.js";
import { unwrapSecrets, wrapSecret } from "../../../provider/plugin/secrets.js";
import { createConfiguredSession, createRefusal, type Response } from "../host-fixture.js";
import { application, cache, type TestedResource } from "../resources.js";

/** A value of an argument, or the same as a secret. */
const anyValue = (...values: Json[]) =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(...values).map((value) => wrapSecret(value)),
  );

interface Kind {
  readonly of: TestedResource;
  readonly id: string;
  /** What each program sets. */
  readonly fixed: JsonObject;
  /** What a program may set. */
  readonly settings: fc.Arbitrary<JsonObject>;
  /** What the API may answer. */
  readonly attributes: fc.Arbitrary<JsonObject>;
  readonly operations?: JsonObject;
}

const anyOf = (fields: Record<string, fc.Arbitrary<Json>>) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const sessions: Kind = {
  of: cache,
  id: "cache-1",
  fixed: { cacheId: "cache-1" },
  settings: anyOf({
    name: anyValue("sessions", "carts"),
    size: anyValue("250mb", "1gb"),
    hibernationTimeout: anyValue(15, 30),
    isPublic: anyValue(true, false),
    triggers: anyValue(["a"], ["b"]),
  }).map((set) => ({ name: "sessions", ...set })),
  attributes: anyOf({
    size: fc.constantFrom(null, "250mb", "1gb"),
    hibernation_timeout: fc.constantFrom(15, 30, 60),
    is_public: fc.boolean(),
    name: fc.constantFrom("sessions", "carts"),
    status: fc.constantFrom("creating", "available"),
    region: fc.constantFrom(null, "us-east-1", "us-east-2"),
    connection: fc.constantFrom<Json>(
      null,
      { hostname: "a", port: 1, protocol: "redis" },
      { hostname: "b", port: 1, protocol: "redis", credentials: { username: "u", password: "p" } },
    ),
  }),
};

const adopted: Kind = {
  of: application,
  id: "app-1",
  fixed: { existingId: "app-1", sourceControlProvider: "hostA" },
  settings: anyOf({
    name: anyValue("Web shop", "Blog"),
    region: anyValue("us-east-1", "us-east-2"),
    buildCommand: anyValue(null, "make", "npm run build"),
  }).map((set) => ({ name: "Web shop", ...set })),
  attributes: anyOf({
    name: fc.constantFrom("Web shop", "Blog"),
    region: fc.constantFrom(null, "us-east-1"),
    build_command: fc.constantFrom(null, "make"),
    slug: fc.constantFrom("web-shop", "blog"),
  }),
};

const kinds = {
  "a cache": sessions,
  "an adopted application": adopted,
  "an adopted application that can be updated": {
    ...adopted,
    operations: { Application: "GET, PATCH /applications/{id}" },
  },
  "an adopted application that is read": { ...adopted, operations: { Application: "GET /applications/{id}" } },
};

/** What the engine has of one resource. */
class Stack {
  private state: JsonObject | undefined;
  private hasFailed = false;
  /** The inputs of the last `up` that did not fail. */
  private kept: JsonObject = {};

  constructor(private readonly kind: Kind) {}

  /** One preview and one `up`: what both say of an update, and what it sends. Undefined where there is no update, or it fails. */
  async up(program: JsonObject, response: Response) {
    const { of, id, fixed, operations = {} } = this.kind;
    // Each run has a process of its own.
    const { session, requests } = createConfiguredSession({ operations }, [response]);
    const resource = createPluginResource(of.definition, session);
    const { inputs, failures } = await resource.check(this.kept, { ...fixed, ...program });
    expect(failures).to.deep.equal([]);
    if (this.state === undefined) {
      await this.keep(
        inputs,
        resource.create(inputs, false).then(({ outputs }) => outputs),
      );
      return undefined;
    }
    const { lines } = await resource.diff(id, this.state, this.kept, inputs);
    if (lines.length === 0 && !this.hasFailed) return undefined;
    const foreseen = await resource.update(id, this.state, inputs, true);
    expect(requests, "sent by a preview").to.deep.equal([]);
    const returned = await this.keep(inputs, resource.update(id, this.state, inputs, false));
    return returned && { foreseen, returned, isSent: requests.length > 0 };
  }

  /** A failure that the state keeps has outputs, too. */
  private async keep(inputs: JsonObject, call: Promise<JsonObject>): Promise<JsonObject | undefined> {
    try {
      this.state = await call;
      this.kept = inputs;
      this.hasFailed = false;
      return this.state;
    } catch (error) {
      this.hasFailed = error instanceof StoredFailure;
      if (error instanceof StoredFailure) this.state = error.properties;
      return undefined;
    }
  }
}

for (const [what, kind] of Object.entries(kinds)) {
  it(`Plugin preview of ${what}: each known value is what the update returns, and all are known where nothing is sent`, async () => {
    const response = fc.oneof(
      { weight: 5, arbitrary: kind.attributes.map((attributes) => ({ body: { data: { id: kind.id, attributes } } })) },
      { weight: 1, arbitrary: fc.constant(createRefusal(500, undefined, "unknown")) },
      { weight: 1, arbitrary: fc.constant(createRefusal(422, "No.")) },
    );
    const steps = fc.array(fc.record({ program: kind.settings, response, isRepeated: fc.boolean() }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const stack = new Stack(kind);
        let program = sequence[0]?.program ?? {};
        for (const step of sequence) {
          if (!step.isRepeated) program = step.program;
          const both = await stack.up(program, step.response);
          if (both === undefined) continue;
          const { foreseen, returned, isSent } = both;
          const known = Object.entries(foreseen).filter(([, value]) => !isUnknown(unwrapSecrets(value)));
          for (const [name, value] of known) expect(value, name).to.deep.equal(returned[name]);
          if (!isSent) expect(foreseen).to.deep.equal(returned);
        }
      }),
      { numRuns: 300 },
    );
  });
}
