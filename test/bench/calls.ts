/** How often a second the host answers, in this process: no gRPC, no engine. */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../../provider/api/json";
import { applicationAnswer, cacheAnswer, environmentAnswer } from "../../provider/sandbox/answers";
import { addApplication, addEnvironment, freshState } from "../../provider/sandbox/store";
import { ofKind, providerText, type StackRecords } from "./state";

const checkout = resolve(__dirname, "../..");
const fromCheckout = createRequire(resolve(checkout, "index.js"));

const kinds = ["Application", "Environment", "Cache"] as const;
type Kind = (typeof kinds)[number];

/** Calls a second in each round. */
export interface CallRates {
  readonly call: "check" | "diff" | "answer";
  readonly kind: Kind;
  readonly ours: number[];
  /** The same call of the usual way; for an answer, `JSON.parse` of it, which nobody can do without. */
  readonly other: number[];
}

interface Pair {
  readonly call: CallRates["call"];
  readonly kind: Kind;
  readonly ours: () => unknown;
  readonly other: () => unknown;
}

export async function callRates(
  states: Record<"ours" | "usual", StackRecords>,
  rounds: number,
): Promise<CallRates[]> {
  process.env.APPHOSTING_BASE_URL = "http://127.0.0.1:1";
  process.env.APPHOSTING_TOKEN = "none";
  const rates: CallRates[] = [];
  for (const { call, kind, ours, other } of [...providerCalls(states), ...answerCalls()]) {
    await rate(ours);
    await rate(other);
    const measured: CallRates = { call, kind, ours: [], other: [] };
    for (let round = 0; round < rounds; round += 1) {
      measured.ours.push(await rate(ours));
      measured.other.push(await rate(other));
    }
    rates.push(measured);
  }
  return rates;
}

const measureMs = 100;

/** Awaited one by one, as the host process does. */
async function rate(call: () => unknown): Promise<number> {
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  for (; elapsed < measureMs; elapsed = performance.now() - start) {
    for (let batch = 0; batch < 20; batch += 1) await call();
    count += 20;
  }
  return (count * 1000) / elapsed;
}

/** An unchanged resource: by far the most frequent call, every resource has it in every preview. */
function providerCalls(states: Record<"ours" | "usual", StackRecords>): Pair[] {
  return kinds.flatMap((kind) => {
    const calls = (["ours", "usual"] as const).map((way) => {
      const { id = "", inputs, outputs } = ofKind(states[way], kind);
      const provider = evaluated(providerText(states[way], kind));
      return {
        check: () => provider.check?.(inputs, inputs),
        diff: () => provider.diff?.(id, outputs, inputs),
      };
    });
    const [ours, usual] = calls;
    if (ours === undefined || usual === undefined) return [];
    return (["check", "diff"] as const).map((call) => ({ call, kind, ours: ours[call], other: usual[call] }));
  });
}

/** As the host process does it, which takes a text for a CommonJS module. */
function evaluated(text: string): ResourceProvider {
  const module = { exports: {} as { handler?: () => ResourceProvider } };
  new Function("exports", "require", text)(module.exports, fromCheckout);
  if (module.exports.handler === undefined) throw new Error("a provider's text has no handler");
  return module.exports.handler();
}

function answerCalls(): Pair[] {
  const { parseJson } = built<typeof import("../../provider/api/json")>("api/json");
  const { readApplication } = built<typeof import("../../provider/api/application")>("api/application");
  const { readEnvironment } = built<typeof import("../../provider/api/environment")>("api/environment");
  const { readCache } = built<typeof import("../../provider/api/cache")>("api/cache");
  const state = freshState();
  const application = addApplication(state, { name: "Web", repository: "acme/web" });
  const environment = addEnvironment(state, application, {
    name: "production",
    branch: "main",
  } as JsonObject);
  const [cache] = state.caches;
  if (cache === undefined) throw new Error("the sandbox has no cache");
  const answers = {
    Application: { text: JSON.stringify(applicationAnswer(application).body), read: readApplication },
    Environment: { text: JSON.stringify(environmentAnswer(environment).body), read: readEnvironment },
    Cache: { text: JSON.stringify(cacheAnswer(cache, state).body), read: readCache },
  };
  return kinds.map((kind) => {
    const { text, read } = answers[kind];
    return { call: "answer", kind, ours: () => read(parseJson(text)), other: () => JSON.parse(text) };
  });
}

/** The package as it is published, not as the benchmark's own loader would translate it. */
function built<Module>(path: string): Module {
  return fromCheckout(`./dist/${path}.js`) as Module;
}
