/** Each resource as documented-resources.ts has it, with its class, and Pulumi's mocks. */

import { mock } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import type { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { expect } from "chai";
import * as exported from "../../provider/index.js";
import * as documented from "./documented-resources.js";

type ResourceClass = new (
  name: string,
  args?: object | null,
  options?: pulumi.CustomResourceOptions | null,
) => pulumi.CustomResource;

interface ClassWithStatics extends ResourceClass {
  get(name: string, id?: unknown, state?: object | null, options?: pulumi.CustomResourceOptions): pulumi.CustomResource;
  isInstance(value: unknown): boolean;
}

export interface TestedResource extends documented.TestedResource {
  readonly Class: ClassWithStatics;
}

export const resources: readonly TestedResource[] = documented.resources.map((resource) => {
  const classes = exported as unknown as Readonly<Record<string, ClassWithStatics | undefined>>;
  const Class = classes[resource.table.className];
  if (Class === undefined) throw new Error(`provider/index.ts doesn't export ${resource.table.className}`);
  return { ...resource, Class };
});

export function listOutputNames(resource: pulumi.CustomResource): string[] {
  return Object.keys(resource).filter((name) => !/^(__.*|id|urn)$/.test(name));
}

/** Returns what reaches the monitor of a resource: its type, id and inputs. */
export function useMocks(): (resource: pulumi.Resource) => Promise<pulumi.runtime.MockResourceArgs> {
  before(() => pulumi.runtime.setMocks(mocks));
  return async (resource) => {
    const urn = await readOutput(resource.urn);
    const found = registered.get(urn.split("::").at(-1) ?? "");
    if (found === undefined) throw new Error(`${urn} was not registered`);
    return found;
  };
}

export function expectRefusal(construct: () => unknown, message: string): void {
  expect(construct).to.throw(pulumi.RunError, message).with.property("stack", "");
}

/** The failure of an output, whose promise the SDK's types don't declare. */
export function catchFailure(output: unknown): Promise<unknown> {
  return (output as { promise(): Promise<unknown> }).promise().catch(String);
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

/** Returns the request by which the SDK registers a resource: the mocks don't show its options. */
export function recordRegistrations(): (resource: pulumi.CustomResource) => Promise<RegisterResourceRequest> {
  const requests = new Map<string, RegisterResourceRequest>();
  before(() => {
    const { registerResource } = MockMonitor.prototype;
    function record(this: MockMonitor, request: RegisterResourceRequest, done: Done) {
      requests.set(request.getName(), request);
      return registerResource.call(this, request, done);
    }
    mock.method(MockMonitor.prototype, "registerResource", record);
  });
  after(() => mock.restoreAll());
  return async (resource) => {
    const name = (await readOutput(resource.urn)).split("::").at(-1) ?? "";
    return requests.get(name) as RegisterResourceRequest;
  };
}
