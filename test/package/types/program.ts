import type { Output } from "@pulumi/pulumi";
import type * as exported from "pulumi-apphosting";
import { Application, Cache, Environment, Provider } from "pulumi-apphosting";

/** The classes of the package, by their names. */
type Classes = {
  [Name in keyof typeof exported as (typeof exported)[Name] extends Class ? Name : never]: (typeof exported)[Name];
};
type Class = new (name: string, args: never, options?: never) => object;

/** The classes that do not accept null for every optional argument: none. */
type Nulls<Args> = { [K in keyof Args as undefined extends Args[K] ? K : never]-?: null };
type Strict<C> = C extends new (
  name: string,
  args: infer Args,
) => object
  ? Nulls<Args> extends Partial<Args>
    ? never
    : Args
  : never;
export const accepted: { [Name in keyof Classes]: Strict<Classes[Name]> }[keyof Classes] extends never ? true : false =
  true;

/** Outputs that could be undefined: none, they are null. */
type Undefined<T> = {
  [K in keyof T]-?: T[K] extends Output<infer U> ? (undefined extends U ? K : never) : never;
}[keyof T];
type Resources = Omit<Classes, "Provider">;
export const none: {
  [Name in keyof Resources]: Undefined<InstanceType<Resources[Name]>>;
}[keyof Resources] extends never
  ? true
  : false = true;

export const level = ({ networkSettings }: Environment) =>
  networkSettings.apply((settings): string | undefined => settings?.firewall?.rateLimit?.level);

/** Outputs that may be null are arguments. */
export function build(web: Application): Output<string | null> {
  const { organizationId: clusterId, region, buildCommand } = web;
  new Application("api", { name: "Shop API", sourceControlProvider: "hostA", clusterId, region });
  const place = { applicationId: web.id, branch: "main", clusterId };
  const { usesHibernation } = new Environment("staging", { ...place, name: "staging", buildCommand });
  const { size } = Cache.get("shared", "cache-2");
  return new Cache("sessions", { cacheId: "cache-1", name: "sessions", usesHibernation, size }).connectionUri;
}

/** What `get` reads is usable wherever the class is, also in the types that a library publishes. */
export const shared = Cache.get("shared", "cache-1");
export const built = build(Application.get("web", "app-1", {}, { dependsOn: shared }));
export const live: Environment = Environment.get("live", shared.id, { applicationId: shared.cacheId });
export const press = new Provider("press", { token: "t", operations: ["read"], include: { Environment: ["branch"] } });
// @ts-expect-error: cacheId is missing
export const one = new Cache("one", { name: "sessions" });
// @ts-expect-error: usesHibernation is a boolean
export const two = new Cache("two", { cacheId: "cache-1", name: "sessions", usesHibernation: "yes" });
// @ts-expect-error: an operation is read, update or delete
export const words = new Provider("words", { token: "t", operations: ["raed"] });
// @ts-expect-error: there is no such class
export const names = new Provider("names", { token: "t", include: { Cash: ["branch"] } });
