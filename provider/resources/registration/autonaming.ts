/**
 * Pulumi's own setting `pulumi:autonaming`. Where its names have no random part, the engine deletes each resource before it creates
 * the replacement, whatever the program says. It takes a retained resource for gone then, and where the create of the new one
 * fails, it wants a new one from then on.
 */

import * as pulumi from "@pulumi/pulumi";
import type { DocumentedDefinition } from "../../definitions/definition.js";
import { findResourceType } from "./imported-module.js";

interface Naming {
  readonly mode?: string;
  readonly pattern?: string;
}

interface Autonaming extends Naming {
  readonly providers?: Readonly<Record<string, Naming & { readonly resources?: Readonly<Record<string, Naming>> }>>;
}

/** The runs of a program, by the resource of their stack, that have been warned. */
const runs = new WeakSet<pulumi.Resource>();

/** Called by each resource; the first of a run that the setting is about prints the warning. To adopt one twice does no harm. */
export function warnOfAutonaming({ names, operations }: DocumentedDefinition): void {
  const run = pulumi.runtime.getStackResource();
  // A unit test with mocks has no stack.
  if (run === undefined || runs.has(run) || operations.create.method !== "POST") return;
  const setting = new pulumi.Config("pulumi").getObject<Autonaming>("autonaming");
  const type = findResourceType(names.class);
  if (!setting || makesRandomNames(setting, type)) return;
  const [provider] = type.split(":", 1);
  runs.add(run);
  pulumi.log.warn(
    "pulumi:autonaming has no random part, so that the engine takes a replaced resource for gone before it creates the new one, although this " +
      "package retains it. If that create fails, set the id of the old one as existingId. To prevent it, run " +
      `\`pulumi config set --path pulumi:autonaming.providers.${provider}.mode default\``,
  );
}

/** Whether names of a type have a random part. Its own entry counts, else that of its provider, else the root. */
export function makesRandomNames(setting: Autonaming, type: string): boolean {
  const [provider = ""] = type.split(":", 1);
  const own = setting.providers?.[provider];
  const entries: readonly (Naming | undefined)[] = [own?.resources?.[type], own, setting];
  const counting = entries.find((entry) => entry?.mode !== undefined || entry?.pattern !== undefined);
  const { mode = "default", pattern } = counting ?? {};
  return pattern === undefined ? mode === "default" : /\$\{((hex|alphanum|string|num)\(\d+\)|uuid)\}/.test(pattern);
}
