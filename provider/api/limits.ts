/**
 * The documented constraints of request fields. Letters and digits are ASCII unless the API names the Latin
 * script; lengths count code points, so that one emoji is one character.
 */

export interface TextLimit {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

export const applicationName: TextLimit = {
  min: 2,
  max: 40,
  // Script=Latin alone would let Roman numerals (U+2160…) through, which are numbers and not letters.
  pattern: /^(?:(?=\p{L})\p{Script=Latin}|[0-9 _.,'\-&()!#+:@])+$/u,
};

export const environmentName: TextLimit = { min: 1, max: 40, pattern: /^[A-Za-z0-9 _-]+$/ };

export const cacheName: TextLimit = { min: 2, max: 40, pattern: /^[a-z0-9_-]+$/ };

export const repository: TextLimit = {
  max: 255,
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/,
};

export const buildCommand: TextLimit = { max: 2000 };

/** Minutes are not documented: the API states the range alone. */
export const hibernationTimeout = { min: 1, max: 60 } as const;

/** Length in code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}
