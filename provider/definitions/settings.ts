/** The names of all settings: keys of the stack's configuration behind `apphosting:`, and arguments of an explicit provider. */
export const settingNames = [
  "token",
  "baseUrl",
  "timeoutSeconds",
  "maxRetries",
  "fieldNames",
  "operations",
  "allowUnlistedValues",
  "tokenVariable",
] as const;

export type SettingName = (typeof settingNames)[number];

export const isSettingName = (name: string): name is SettingName => (settingNames as readonly string[]).includes(name);
