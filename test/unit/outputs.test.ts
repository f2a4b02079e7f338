/** The resource classes beside the host: every output that a class declares can be filled, and nothing else can be. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import * as applications from "../../provider/api/application.js";
import * as caches from "../../provider/api/cache.js";
import type { Relationships } from "../../provider/api/envelope.js";
import * as environments from "../../provider/api/environment.js";
import type { Table } from "../../provider/api/fields.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import {
  Application,
  Cache,
  type CacheConnection,
  type CacheCredentials,
  type CacheEnvironment,
  Environment,
  type EnvironmentVariable,
  type Mailer,
  type NetworkSettings,
  type RepositoryDetails,
} from "../../provider/index.js";
import { loader } from "../../provider/resources/resource.js";

/** What the engine is told of each new resource. */
const registered: pulumi.runtime.MockResourceArgs[] = [];

function outputNames(resource: pulumi.CustomResource): string[] {
  return Object.keys(resource).filter((name) => !name.startsWith("__") && name !== "id" && name !== "urn");
}

/** The outputs that a resource's tables can make, besides its arguments. */
function mapped(attributes: Table, relationships: Relationships): string[] {
  return [...attributes, ...relationships].map(([, output]) => output);
}

const resources = [
  {
    kind: "Application",
    spec: application,
    construct: () => new Application("test", { name: "Shop", sourceControlProvider: "hostA" }),
    // The repository's id goes into repositoryDetails.
    mapped: mapped(applications.applicationAttributes, applications.applicationRelationships).filter(
      (name) => name !== "repositoryId",
    ),
  },
  {
    kind: "Environment",
    spec: environment,
    construct: () => new Environment("test", { applicationId: "app-1", name: "n", branch: "b" }),
    mapped: [
      ...mapped(environments.environmentAttributes, environments.environmentRelationships),
      "environmentVariables",
    ],
  },
  {
    kind: "Cache",
    spec: cache,
    construct: () => new Cache("test", { cacheId: "cache-1", name: "nn" }),
    mapped: [
      ...mapped(caches.cacheAttributes, caches.cacheRelationships),
      "credentials",
      "connectionUri",
      "environments",
    ],
  },
] as const;

describe("A resource class", () => {
  before(async () => {
    await pulumi.runtime.setMocks({
      newResource(resource) {
        registered.push(resource);
        return { id: `${resource.name}-id`, state: resource.inputs };
      },
      call: ({ inputs }) => inputs,
    });
  });

  for (const { kind, spec, construct, mapped } of resources) {
    describe(kind, () => {
      it("declares its arguments, what the API answers, and nothing else as outputs", () => {
        const expected = [...new Set([...Object.keys(spec.rules), ...mapped])];
        expect(outputNames(construct())).to.have.members(expected).and.to.have.lengthOf(expected.length);
      });

      it("has the type token of a dynamic resource, which state holds", async () => {
        await new Promise<unknown>((resolve) => construct().urn.apply(resolve));
        expect(registered.at(-1)?.type).to.equal(`pulumi-nodejs:dynamic/apphosting:${kind}`);
      });

      it("carries the line that loads its host", async () => {
        await new Promise<unknown>((resolve) => construct().urn.apply(resolve));
        const host = kind.toLowerCase() as "application" | "environment" | "cache";
        expect(registered.at(-1)?.inputs.__provider).to.equal(loader(host));
      });

      for (const [option, what] of [
        [{ retainOnDelete: false }, "retainOnDelete: false, with which a stack could never be destroyed"],
        [{ id: "c-1" }, "id, with which nothing would be sent"],
        [{ import: "c-1" }, "import, for there is nothing to read"],
      ] as const) {
        it(`refuses ${what}`, () => {
          const constructors = {
            Application: () => new Application("t", { name: "Shop", sourceControlProvider: "hostA" }, option),
            Environment: () => new Environment("t", { applicationId: "a", name: "n", branch: "b" }, option),
            Cache: () => new Cache("t", { cacheId: "c", name: "nn" }, option),
          };
          const refused = `${kind} "t": ${what.split(",")[0]} cannot work`;
          expect(constructors[kind]).to.throw(pulumi.RunError, refused);
        });
      }

      it("leaves it to the host to name what is missing, where a program in JavaScript states nothing", async () => {
        const Class: new (name: string) => pulumi.CustomResource = { Application, Environment, Cache }[
          kind
        ] as never;
        await new Promise<unknown>((resolve) => new Class("bare").urn.apply(resolve));
        expect(Object.keys(registered.at(-1)?.inputs)).to.deep.equal(["__provider"]);
      });

      it("leaves stack traces as they were", () => {
        const { stackTraceLimit, prepareStackTrace } = Error;
        construct();
        expect(Error).to.include({ stackTraceLimit, prepareStackTrace });
      });
    });
  }

  it("is loaded by one line that requires the installed package: a promise, for state holds it", () => {
    expect((["application", "environment", "cache"] as const).map(loader)).to.deep.equal([
      'exports.handler=()=>require("pulumi-apphosting/host").application',
      'exports.handler=()=>require("pulumi-apphosting/host").environment',
      'exports.handler=()=>require("pulumi-apphosting/host").cache',
    ]);
  });
});

describe("An output that is an object has the fields of its type:", () => {
  type Nested<T> = T extends readonly unknown[] ? 0 : T extends object ? Full<T> : 0;
  /** A value of every field, also of nested objects: the compiler refuses one that lacks a field or has another. */
  type Full<T> = { [K in keyof T]-?: Nested<NonNullable<T[K]>> };
  const repository: Full<RepositoryDetails> = { id: 0, name: 0, fullName: 0, defaultBranch: 0 };
  const connection: Full<CacheConnection> = { hostname: 0, port: 0, protocol: 0 };
  const credentials: Full<CacheCredentials> = { username: 0, password: 0 };
  const user: Full<CacheEnvironment> = { id: 0, name: 0, slug: 0, status: 0, vanityDomain: 0, href: 0 };
  const variable: Full<EnvironmentVariable> = { key: 0, value: 0 };
  const mailer: Full<Mailer> = { fromAddress: 0, fromName: 0, keyName: 0 };
  const network: Full<NetworkSettings> = {
    cache: { strategy: 0 },
    responseHeaders: { frame: 0, contentType: 0, hsts: { maxAge: 0, includeSubdomains: 0, preload: 0 } },
    firewall: {
      botCategories: 0,
      rateLimit: { "429": 0, level: 0, perMinute: 0, "4xx": 0 },
      underAttackModeStartedAt: 0,
      blockPath: 0,
    },
    contentConverter: 0,
  };

  function paths(declared: object): string[] {
    return Object.entries(declared).flatMap(([name, inner]) =>
      typeof inner === "object" ? paths(inner).map((path) => `${name}.${path}`) : [name],
    );
  }
  function outputPaths(table: Table): string[] {
    return table.flatMap(([, name, shape]) =>
      typeof shape === "string" ? [name] : outputPaths(shape).map((path) => `${name}.${path}`),
    );
  }
  function tableOf(table: Table, output: string): Table {
    const [, , shape] = table.find(([, name]) => name === output) ?? [];
    return typeof shape === "object" ? shape : [];
  }

  const declarations: readonly [name: string, declared: object, made: readonly string[]][] = [
    [
      "repositoryDetails",
      repository,
      [
        "id",
        ...outputPaths(applications.includedRepository),
        ...outputPaths(tableOf(applications.applicationAttributes, "repositoryDetails")),
      ],
    ],
    ["connection", connection, outputPaths(tableOf(caches.cacheAttributes, "connection"))],
    ["credentials", credentials, outputPaths(caches.cacheCredentials)],
    ["environments", user, ["id", "href", ...outputPaths(caches.includedEnvironment)]],
    ["environmentVariables", variable, outputPaths(environments.environmentVariable)],
    ["mailer", mailer, outputPaths(tableOf(environments.environmentAttributes, "mailer"))],
    ["networkSettings", network, outputPaths(tableOf(environments.environmentAttributes, "networkSettings"))],
  ];
  for (const [name, declared, made] of declarations) {
    it(name, () => expect(paths(declared)).to.have.members(made));
  }
});
