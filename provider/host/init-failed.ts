import type { Json, JsonObject } from "../api/json.js";
import { providerKey } from "../definitions/state.js";

/** The resource is recorded with these properties although the call failed. Pulumi's SDK knows it by the names of the members. */
export class InitFailed extends Error {
  readonly reasons = [this.message];

  constructor(
    readonly id: string,
    readonly properties: JsonObject,
    message: string,
  ) {
    super(message);
  }
}

/** An update whose outcome is unknown, as the state can hold it: the next preview then shows an update, whatever the program sets. */
export function unknownUpdate(id: string, outputs: JsonObject, loader: Json | undefined, message: string): Error {
  // Of what is recorded by a failure, the SDK does not take the loader from the inputs.
  const properties = loader === undefined ? outputs : { ...outputs, [providerKey]: loader };
  if (JSON.stringify(properties).length <= longestRecorded) return new InitFailed(id, properties, message);
  return new Error(
    `${message}\nThe state is too large to record this: the settings may stay changed also if the program goes back.`,
  );
}

/** Characters of JSON; gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestRecorded = 256 * 1024;
