/** What somebody may have meant by a value that no list has. */

/** The listed value that differs least, in a letter or two or in what is no letter, if one does. */
export function closest(value: string, listed: readonly string[]): string | undefined {
  const plain = letters(value);
  const allowed = Math.min(2, Math.floor(plain.length / 6));
  const near = listed
    .map((one) => ({ one, edits: edits(plain, letters(one)) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}

const letters = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Letters to insert, remove or replace (Levenshtein distance); infinite where the lengths alone differ by more than two. */
function edits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, length) => length);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, other] of [...to].entries()) {
      const [left = 0, above = 0, before = 0] = [next[place], row[place + 1], row[place]];
      next.push(Math.min(left + 1, above + 1, before + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
