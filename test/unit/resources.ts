/** Each kind of resource: what is documented of it, beside what the package makes of it. */

import * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../../provider/api/json.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { definitions } from "../../provider/definitions/index.js";
import { Application, Cache, Environment } from "../../provider/index.js";
import * as documented from "../documented/index.js";

export interface Resource {
  readonly documented: documented.Documented;
  readonly definition: Definition;
  readonly Class: ResourceClass;
  /** Of every argument that is for the API, or of every one that it requires. */
  readonly valid: JsonObject;
  readonly required: JsonObject;
  /** The names of its outputs: every argument is one. */
  readonly outputs: readonly string[];
}

/** As a program in JavaScript sees it. */
type ResourceClass = new (
  name: string,
  args?: object | null,
  options?: pulumi.CustomResourceOptions | null,
) => pulumi.CustomResource;

function resource(facts: documented.Documented, Class: unknown): Resource {
  const definition = definitions.find(({ names }) => names.class === facts.kind) as Definition;
  const [valid, required] = [documented.validInputs(facts), documented.validInputs(facts, "required")];
  const outputs = documented.outputNames(facts);
  return { documented: facts, definition, Class: Class as ResourceClass, valid, required, outputs };
}

export const application = resource(documented.application, Application);
export const environment = resource(documented.environment, Environment);
export const cache = resource(documented.cache, Cache);
export const resources: readonly Resource[] = [application, environment, cache];

/** For the suite around the call: Pulumi's mocks, and what the engine is told of a new resource. */
export function useMocks(): (resource: pulumi.Resource) => Promise<pulumi.runtime.MockResourceArgs> {
  before(() => pulumi.runtime.setMocks(mocks));
  return async (resource) => {
    const urn = await known(resource.urn);
    const found = registered.get(urn.split("::").at(-1) ?? "");
    if (found === undefined) throw new Error(`${urn} was not registered`);
    return found;
  };
}

export function known<Value>(output: pulumi.Output<Value>): Promise<Value> {
  return new Promise((resolve) => output.apply(resolve as (value: unknown) => void));
}

/** By name. */
const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

export const mocks: pulumi.runtime.Mocks = {
  newResource(resource) {
    registered.set(resource.name, resource);
    return { id: `${resource.name}-id`, state: resource.inputs };
  },
  call: ({ inputs }) => inputs,
};
