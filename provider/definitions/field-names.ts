/** Names of the request fields that the API does not document, by argument. */
export interface FieldNames {
  /** Default `source_control_provider_type`. */
  readonly sourceControlProvider: string;
  /** Default `size`. */
  readonly size: string;
  /** Default `eviction_policy`. */
  readonly evictionPolicy: string;
}

export const defaultFieldNames: FieldNames = {
  sourceControlProvider: "source_control_provider_type",
  size: "size",
  evictionPolicy: "eviction_policy",
};
