/** Names of the request fields that the API does not document, by argument. */
export interface FieldNames {
  /** Default `source_control_provider_type`. */
  readonly sourceControlProvider?: string;
  /** Default `size`. */
  readonly size?: string;
  /** Default `eviction_policy`. */
  readonly evictionPolicy?: string;
}

/** All of them, as requests need them. */
export type AllFieldNames = Required<FieldNames>;

export const defaultFieldNames: AllFieldNames = {
  sourceControlProvider: "source_control_provider_type",
  size: "size",
  evictionPolicy: "eviction_policy",
};
