/** What somebody may have meant by a value that no list has: one that differs in a letter, or in what is no letter. */
export function closest(value: string, listed: readonly string[]): string | undefined {
  const meant = spellings(value);
  const near = listed.filter((one) => spellings(one).some((spelling) => meant.includes(spelling)));
  return near.find((one) => spellings(one)[0] === meant[0]) ?? near[0];
}

/** Its letters and digits, and what is left of them without any one of them; of a short value, all count. */
function spellings(value: string): string[] {
  const plain = value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const shorter = [...plain].map((_, index) => plain.slice(0, index) + plain.slice(index + 1));
  return plain.length < 6 ? [plain] : [plain, ...shorter];
}
