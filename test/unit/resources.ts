/** Each kind of resource: what is documented of it, beside what the package makes of it. */

import * as pulumi from "@pulumi/pulumi";
import { application } from "../../provider/definitions/application.js";
import { cache } from "../../provider/definitions/cache.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { environment } from "../../provider/definitions/environment.js";
import { Application, Cache, Environment } from "../../provider/index.js";
import * as documented from "../documented/index.js";

export interface Resource {
  readonly documented: documented.Documented;
  readonly definition: Definition;
  readonly Class: ResourceClass;
}

/** As a program in JavaScript sees it. */
type ResourceClass = new (
  name: string,
  args?: object | null,
  options?: pulumi.CustomResourceOptions | null,
) => pulumi.CustomResource;

export const resources: readonly [application: Resource, environment: Resource, cache: Resource] = [
  { documented: documented.application, definition: application, Class: Application as ResourceClass },
  { documented: documented.environment, definition: environment, Class: Environment as ResourceClass },
  { documented: documented.cache, definition: cache, Class: Cache as ResourceClass },
];

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
