import { type Argument, type Kind, text } from "./field.js";

const existing: Argument<"existing", Kind<string>> = { role: "existing", holds: text(), sent: false };

/** The row of a kind of which one that exists can be recorded. */
export const recordable = {
  /**
   * Id of one that exists. `pulumi up` records it in the state with the other arguments and creates nothing; of a kind that the API can
   * update, it sends an update with them. While it is set, a change
   * of an argument that the API cannot update corrects that record, and another `existingId` records another one. Removing it later is
   * no change; from then on a changed argument does what it always does. Null is refused.
   */
  existingId: existing,
};
