/**
 * Plans a change: what `up` does with each argument, and what a preview says of it. The engine prints the sentences of
 * a preview again in the next `up`, even if the request fails.
 */

import type { DiffResult } from "@pulumi/pulumi/dynamic";
import type { Json } from "../rows/json.js";
import type { Argument } from "../rows/table.js";
import { describeTwoValues } from "./sentences.js";
import { type ArgumentState, canUpdate, isSame, isUnknown, type Resource } from "./state.js";

type Effect = "send" | "replace" | "record";

interface Change {
  readonly argument: Argument;
  /** Undefined: the program leaves the argument out. */
  readonly input: Json | undefined;
  /** Whether the engine, which compares inputs with its earlier ones, sees no difference and shows no line. */
  readonly isUnseen: boolean;
  readonly effect: Effect;
  /** Empty where the engine shows all of it. */
  readonly sentence: string;
}

interface Plan {
  readonly changes: readonly Change[];
  /** The arguments that the update applies: what changes, and what the API needs along with that. */
  readonly applied: readonly string[];
  readonly replaced: readonly string[];
  readonly adoptsAnother: boolean;
}

export function planChanges(resource: Resource): Plan {
  const { table, state } = resource;
  const changes = state.arguments.flatMap((before) => planChange(resource, before) ?? []);
  const listNames = (effect: Effect) => {
    return changes.filter((change) => change.effect === effect).map(({ argument }) => argument.name);
  };
  const [sent, replaced] = [listNames("send"), listNames("replace")];
  const along = Object.entries(table.sentAlong).filter(([, cause]) => cause === "always" || sent.includes(cause));
  const together = sent.length === 0 ? [] : [...sent, ...along.map(([name]) => name)];
  const applied = table.arguments.map(({ name }) => name).filter((name) => together.includes(name));
  return { changes, applied, replaced, adoptsAnother: replaced.includes(table.idArgument) };
}

export function toDiffResult({ changes, replaced }: Plan): DiffResult {
  if (changes.length === 0) return { changes: false };
  // Without `changes`, the engine compares the inputs itself and marks lines (test/engine/changes.test.ts).
  const isMarked = changes.some(({ isUnseen, effect }) => !isUnseen && effect !== "record");
  return isMarked ? { replaces: [...replaced] } : { changes: true, replaces: [...replaced] };
}

function planChange({ table, id, inputs, operations }: Resource, before: ArgumentState): Change | undefined {
  const { argument, actual } = before;
  const { name } = argument;
  const input = inputs[name];
  const isNewlySet = before.input === undefined;
  // The engine's earlier input differs from the output in white space alone. To the engine, null is unset.
  const isUnseen = isNewlySet ? (input ?? null) === null : isSame(input, before.output, argument);
  const change = { argument, input, isUnseen, sentence: "" };

  if (name === table.idArgument) {
    // An id that isn't known before `up` counts as the resource's own.
    const isOwn = input === undefined || isUnknown(input) || input === id;
    return isOwn ? undefined : { ...change, effect: "replace" };
  }
  if (input === undefined) {
    if (isNewlySet) return undefined;
    const sentence = `the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`;
    return { ...change, effect: "record", sentence };
  }

  const isInApi = before.isKnown && isSame(input, actual, argument);
  const isSameAsInput = !isNewlySet && isSame(input, before.input, argument);
  const isSameAsOutput = isSame(input, before.output, argument);
  const isUpdatable = canUpdate(argument, operations);
  // A preview shows what is newly set, so it's sent even if the API has it.
  if (isUpdatable && (isNewlySet || !isInApi)) {
    return { ...change, effect: "send", sentence: describeSend(change, actual) };
  }
  // Drift of what can't be updated never replaces a resource.
  if (isSameAsInput && isSameAsOutput) return undefined;
  const records = `\`pulumi up\` only corrects ${name} in the state`;
  if (isInApi) return { ...change, effect: "record", sentence: `${records}: the API already has this value.` };
  // Nothing replaces what the program adopts by its id.
  const isAdopted = inputs[table.idArgument] !== undefined;
  if (!isAdopted && !isSameAsInput && !isSameAsOutput) return { ...change, effect: "replace" };
  const reason = isAdopted ? `${table.idArgument} is set` : `${name} can't be updated`;
  const kept = actual === undefined || argument.secret ? "its own value" : JSON.stringify(actual);
  const sentence = `${reason}, so ${records}. It isn't sent, and the API keeps ${kept}.`;
  return { ...change, effect: "record", sentence };
}

function describeSend({ argument, input = null, isUnseen }: Omit<Change, "effect">, actual: Json | undefined): string {
  const { name } = argument;
  // To the engine, null is the same as absent.
  if (input === null) return `the program sets ${name} to null. \`pulumi up\` will send it.`;
  if (!isUnseen) return "";
  // The API may still be applying another value than the one that a response showed.
  if (actual === undefined || isSame(input, actual, argument)) {
    return `\`pulumi up\` will send ${name}, because no response has confirmed what the API has.`;
  }
  const values = describeTwoValues({ argument, value: input, actual }, "the API has");
  return `${values}. \`pulumi up\` will send the program's value. To stop this, set the API's value in the program.`;
}

/** Returns what a preview doesn't show by itself. Each sentence follows the title of the resource. */
export function describePlan(resource: Resource, plan: Plan): string[] {
  const { table, state, inputs } = resource;
  const { idArgument, noun } = table;
  if (plan.adoptsAnother && state.hasMadeId)
    return [" will have the API's id instead of the one that the package made."];
  if (plan.adoptsAnother) return [` leaves this resource, unchanged: another ${noun} is adopted in its place.`];
  if (plan.replaced.length > 0) return describeReplacement(resource, plan);
  const sentences = plan.changes.map(({ sentence }) => sentence);
  if (isUnknown(inputs[idArgument])) {
    sentences.push(
      `${idArgument} isn't known before \`up\`. If it turns out to be the id of another ${noun}, ` +
        "this one leaves this resource, unchanged.",
    );
  }
  return sentences.filter((sentence) => sentence !== "").map((sentence) => `: ${sentence}`);
}

function joinWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}

function describeReplacement({ table, operations }: Resource, { changes, replaced }: Plan): string[] {
  const { noun, uniqueBy, neverDeleted, parent } = table;
  const names = joinWords(replaced);
  const replacing = changes.filter(({ effect }) => effect === "replace");
  const canBeDeleted = neverDeleted === "" && operations.includes("delete");
  const keeps = "leaves the stack and keeps running, and billing, until you delete it";
  const retained = `If the preview marks it \`[retain]\`, the old one ${keeps}. If not, Pulumi deletes it.`;
  const oldOne = canBeDeleted ? retained : `The old one ${keeps}.`;
  const advice = names === parent?.argument ? "" : cacheTargetAdvice;
  const isCertain = replacing.some(({ input }) => !isUnknown(input));
  const unknown = `${names} ${replacing.length === 1 ? "isn't" : "aren't"} known before \`up\`. ${advice}`;
  const endings = [isCertain ? ` will be replaced. ${oldOne}` : ` may be replaced: ${unknown}${oldOne}`];
  const isUnseen = replacing.every((change) => change.isUnseen);
  if (isUnseen) endings.unshift(` will be replaced because the program sets ${names} to null.`);
  if (uniqueBy.includes("name") && !uniqueBy.some((name) => replaced.includes(name))) {
    endings.push(`: the replacement has the same name. The API may refuse it while the old ${noun} exists.`);
  }
  return endings;
}

const cacheTargetAdvice = "If a cache's output is the reason, first run `pulumi up --target <URN of the cache>`. ";

/** Returns what a preview of an adoption doesn't show, like `describePlan`. */
export function describeAdoption({ table, inputs, operations }: Resource): string[] {
  const set = table.arguments.filter(({ name }) => name in inputs);
  if (table.create === "PATCH") {
    const sent = set.filter(({ place }) => place === "body").map(({ name }) => name);
    return [` will be adopted: it already exists, and \`pulumi up\` will set its ${joinWords(sent)}.`];
  }
  const hasRead = operations.includes("read");
  const effect = hasRead ? "Its outputs will be read." : "Nothing will be sent, and its other outputs will be null.";
  const later = set.filter((one) => canUpdate(one, operations) && !(hasRead && one.source));
  const names = joinWords(later.map(({ name }) => name));
  const unshown = ` A later \`pulumi up\` will send ${names}, because no response shows what the API has.`;
  return [` will be adopted, not created, because ${table.idArgument} is set. ${effect}${names && unshown}`];
}
