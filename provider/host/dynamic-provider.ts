import type { JsonObject } from "../api/json.js";
import type { Secret } from "./redact.js";
import type { Surroundings } from "./session.js";

/** Pulumi's dynamic-provider process: what it writes is shown, and no input says whether it is a secret. */
export function dynamicProvider(write: (line: string) => void): Surroundings {
  return { info: write, warn: (line) => write(`warning: ${line}`), secrets: buildCommandOf };
}

/** The one argument that holds secrets as a rule. A shorter command stands in ordinary words, such as `make`. */
function buildCommandOf({ buildCommand }: JsonObject): Secret[] {
  const isLong = typeof buildCommand === "string" && buildCommand.trim().length >= 8;
  return isLong ? [{ label: "buildCommand", text: buildCommand }] : [];
}
