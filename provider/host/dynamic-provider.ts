/** A resource as Pulumi's process for dynamic providers calls it. The engine shows what that process writes. */

import type { ConfigureRequest, DiffResult, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../definitions/definition.js";
import { StoredFailure } from "./requests/failure.js";
import type { StoredResource } from "./requests/updates.js";
import { createResourceHost } from "./resource.js";
import type { EngineLink, Secret, Session } from "./session/session.js";
import type { Subject } from "./session/subject.js";
import { listChangedArguments } from "./state/plan.js";
import { takeStateProperties } from "./state/resource-state.js";

/** Links a session to the engine by lines that the process writes, and that the engine shows as those of the stack. */
export function linkByLines(write: (line: string) => void): EngineLink {
  return { info: write, warn: (line) => write(`warning: ${line}`), findSecrets: findLikelySecrets };
}

/** A shorter value, such as `make`, stands within ordinary words, too. */
const shortestSecret = 8;

/** Finds the values of arguments that often hold secrets: in this process, no input tells whether it is one. */
function findLikelySecrets(subject: Subject | undefined): Secret[] {
  if (subject === undefined) return [];
  const { definition, values } = subject;
  return listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true).flatMap((label) => {
    const { [label]: text } = values;
    return typeof text === "string" && text.trim().length >= shortestSecret ? [{ label, text }] : [];
  });
}

export function createDynamicProvider(documented: DocumentedDefinition, session: Session) {
  const host = createResourceHost(documented, session);
  return {
    configure: createConfigure(session),

    async check(olds: JsonObject, news: JsonObject) {
      return host.check(olds, news);
    },

    async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
      const plan = host.planAndPrint(id, takeStateProperties(olds), news);
      if (plan.changes.length === 0) return { changes: false };
      // Where `changes` is left out, the engine compares the inputs itself, marks lines, and replaceOnChanges works.
      return { ...(plan.isHiddenFromEngine ? { changes: true } : {}), replaces: listChangedArguments(plan, "replace") };
    },

    async create(news: JsonObject) {
      const created = await host.create(news).catch(throwMessageAlone);
      return { id: created.id, outs: takeProperties(created) };
    },

    async update(id: string, olds: JsonObject, news: JsonObject) {
      return { outs: takeProperties(await host.update(id, takeStateProperties(olds), news).catch(throwMessageAlone)) };
    },

    async read(id: string, properties: JsonObject) {
      return { id, props: await host.read(id, takeStateProperties(properties)).catch(throwWithoutStack) };
    },

    async delete(id: string, properties: JsonObject): Promise<void> {
      await host.delete(id, takeStateProperties(properties)).catch(throwWithoutStack);
    },
  } satisfies ResourceProvider;
}

/** Creates the provider of what a `get` reads. It is the other one's read alone: the stack manages nothing of it. */
export function createDynamicReader(documented: DocumentedDefinition, session: Session) {
  const host = createResourceHost(documented, session);
  return {
    configure: createConfigure(session),

    // Pulumi's type requires it. The engine never creates what it only reads.
    async create(): Promise<never> {
      throw new Error(`what ${documented.names.class}.get reads is not created`);
    },

    async read(id: string, properties: JsonObject) {
      return { id, props: await host.readExternal(id, properties).catch(throwWithoutStack) };
    },
  } satisfies ResourceProvider;
}

/** Creates a `configure` that has done all before its first await: the engine uses a provider while that call is pending. */
function createConfigure(session: Session) {
  return async ({ config }: ConfigureRequest): Promise<void> => {
    session.configuration.configure((key) => config.get(key));
  };
}

/** @throws StoredFailure by which the SDK keeps the properties, and stops the run */
function takeProperties({ id, properties, failure }: StoredResource): JsonObject {
  if (failure !== undefined) throw new StoredFailure(id, properties, failure);
  return properties;
}

/** Throws an error without a stack, which the SDK prints of a failed read and of a failed delete. */
function throwWithoutStack({ message }: Error): never {
  throw Object.assign(new Error(message), { stack: "" });
}

/** Throws an error without other members than a message: the SDK tells a StoredFailure by its members, so no other error may have any. */
function throwMessageAlone({ message }: Error): never {
  throw new Error(message);
}
