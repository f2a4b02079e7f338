/** The request fields whose names the API doesn't document. */

export const defaultFieldNames = {
  /** Default `source_control_provider_type`. */
  sourceControlProvider: "source_control_provider_type",
  /** Default `size`. */
  size: "size",
  /** Default `eviction_policy`. */
  evictionPolicy: "eviction_policy",
};
export type UndocumentedFieldNames = Readonly<typeof defaultFieldNames>;

/** Names of the request fields that the API doesn't document, by argument. */
export interface FieldNames extends Partial<UndocumentedFieldNames> {}
