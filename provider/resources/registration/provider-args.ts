import type * as pulumi from "@pulumi/pulumi";
import type { settings, ValueOfSetting } from "../../definitions/settings.js";

interface Settings extends Readonly<typeof settings> {}

/** Settings as a program writes them, with their comments. */
type RequiredSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]: pulumi.Input<ValueOfSetting<Settings[K]>>;
};
type OptionalSettings<Name extends keyof Settings> = {
  [K in keyof Pick<Settings, Name>]?: pulumi.Input<ValueOfSetting<Settings[K]> | null | undefined>;
};

/** Settings of a {@link Provider}: a token, or where it is, and what differs from the stack's configuration. */
export type ProviderArgs = ProviderSettings &
  (
    | (RequiredSettings<"token"> & { tokenVariable?: null | undefined })
    | (RequiredSettings<"tokenVariable"> & { token?: null | undefined })
  );

/** What of a {@link Provider} is left out or empty comes from the stack's configuration. */
export interface ProviderSettings extends OptionalSettings<Exclude<keyof Settings, "token" | "tokenVariable">> {}
