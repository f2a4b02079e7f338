/** What our own stack keeps, for the floor to keep as much. */

export interface StackState {
  /** Of the whole file. */
  readonly bytes: number;
  readonly resources: readonly Readonly<Record<"inputs" | "outputs", Record<string, unknown>>>[];
}

/** What each resource of the floor holds, beside what tells one from the next: equal values, and in every third a secret. */
export interface FloorShape {
  readonly values: number;
  readonly charactersOfValue: number;
  readonly charactersOfSecret: number;
}

/**
 * A Stash keeps its input three times, so it holds a third of what one of ours keeps on average: as many bytes, and as
 * many values and secrets, for the engine visits each value and encrypts each secret when it writes the state.
 */
export function floorShape({ resources }: StackState): FloorShape {
  const own = resources.filter(({ inputs }) => inputs && "__provider" in inputs);
  const secrets: number[] = [];
  let values = 0;
  const open = JSON.stringify(
    own.flatMap(({ inputs, outputs }) => [inputs, outputs]),
    (key, value) => {
      // The package's bookkeeping, of which the user knows nothing.
      if (key === "__provider" || key === "asked") return undefined;
      if (typeof value?.ciphertext === "string") {
        secrets.push(plainLength(value.ciphertext));
        return undefined;
      }
      values += 1;
      return value;
    },
  );
  const third = (total: number) => Math.round(total / own.length / 3);
  const rest = third(values) - ownValues;
  return {
    values: rest,
    charactersOfValue: Math.round((third(open.length) - ownBytes) / rest) - 3,
    charactersOfSecret: Math.round(secrets.reduce((sum, length) => sum + length, 0) / secrets.length),
  };
}

/** Of a Stash: the names of the parts of its input, and what the program adds to tell one from the next. */
const ownBytes = 50;
const ownValues = 4;

/** Of what the passphrase has encrypted, without its quotes: version, nonce, and the text with 16 bytes that prove it. */
function plainLength(ciphertext: string): number {
  return Buffer.from(ciphertext.split(":")[2] ?? "", "base64").length - 16 - 2;
}
