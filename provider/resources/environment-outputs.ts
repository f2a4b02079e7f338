/** Shapes of an environment's outputs. */

/** Sender of an environment's mail. */
export interface Mailer {
  readonly fromAddress?: string;
  readonly fromName?: string;
  readonly keyName?: string;
}

/** Edge settings of an environment. */
export interface NetworkSettings {
  readonly cache?: { readonly strategy?: string };
  readonly responseHeaders?: {
    readonly frame?: string;
    readonly contentType?: string;
    readonly hsts?: {
      /** Seconds, as in the header of this name. */
      readonly maxAge?: number;
      readonly includeSubdomains?: boolean;
      readonly preload?: boolean;
    };
  };
  readonly firewall?: {
    readonly botCategories?: string[];
    readonly rateLimit?: {
      readonly "429"?: boolean;
      readonly level?: string;
      readonly perMinute?: number;
      readonly "4xx"?: boolean;
    };
    readonly underAttackModeStartedAt?: string;
    readonly blockPath?: boolean;
  };
  readonly contentConverter?: boolean;
}

/** A variable of an environment. */
export interface EnvironmentVariable {
  readonly key: string;
  readonly value?: string;
}
