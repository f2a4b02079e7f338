/** The resource that a call of the engine is about. */

import type { JsonObject } from "../../api/http/json.js";
import type { RequestedResource } from "../../api/wire/requests.js";
import type { Definition } from "../../definitions/definition.js";
import type { Session } from "./session.js";

export interface Subject extends RequestedResource {
  readonly session: Session;
  /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
  readonly definition: Definition;
  /** Empty while the resource is not created. */
  readonly id: string;
  /**
   * What paths and bodies are filled from, and what words of the API can happen to quote: the arguments that the program sets, or,
   * where the engine reads or deletes and hands over no program, the properties in the state.
   */
  readonly values: JsonObject;
}
