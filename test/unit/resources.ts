/** Each resource as documented-resources.ts has it, with its class, and Pulumi's mocks. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import * as exported from "../../provider/index.js";
import * as documented from "./documented-resources.js";

export interface TestedResource extends documented.TestedResource {
  readonly Class: ResourceClass;
}

type ResourceClass = new (
  name: string,
  args?: object | null,
  options?: pulumi.CustomResourceOptions | null,
) => pulumi.CustomResource;

function addClass(resource: documented.TestedResource): TestedResource {
  const { class: className } = resource.definition.names;
  const Class = (exported as Readonly<Record<string, unknown>>)[className];
  if (Class === undefined) throw new Error(`provider/index.ts does not export ${className}`);
  return { ...resource, Class: Class as ResourceClass };
}

export const application = addClass(documented.application);
export const environment = addClass(documented.environment);
export const cache = addClass(documented.cache);
export const resources: readonly TestedResource[] = documented.resources.map(addClass);

export function useMocks(): (resource: pulumi.Resource) => Promise<pulumi.runtime.MockResourceArgs> {
  before(() => pulumi.runtime.setMocks(mocks));
  return async (resource) => {
    const urn = await readOutput(resource.urn);
    const found = registered.get(urn.split("::").at(-1) ?? "");
    if (found === undefined) throw new Error(`${urn} was not registered`);
    return found;
  };
}

export function readOutput<Value>(output: pulumi.Output<Value>): Promise<Value> {
  return new Promise((resolve) => output.apply(resolve as (value: unknown) => void));
}

const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

export const mocks: pulumi.runtime.Mocks = {
  newResource(resource) {
    registered.set(resource.name, resource);
    return { id: `${resource.name}-id`, state: resource.inputs };
  },
  call: ({ inputs }) => inputs,
};

type Done = Parameters<MockMonitor["registerResource"]>[1];

/** The requests by which the SDK registers resources, by name: the mocks keep options to themselves. */
export function recordRegistrations(): ReadonlyMap<string, RegisterResourceRequest> {
  const requests = new Map<string, RegisterResourceRequest>();
  before(() => {
    const { registerResource } = MockMonitor.prototype;
    mock.method(
      MockMonitor.prototype,
      "registerResource",
      function (this: MockMonitor, request: RegisterResourceRequest, done: Done) {
        requests.set(request.getName(), request);
        return registerResource.call(this, request, done);
      },
    );
  });
  after(() => mock.restoreAll());
  return requests;
}
