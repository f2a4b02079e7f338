/** Finds what somebody may have meant by a value that no list has: one that differs in one letter, or in what is no letter. */
export function findClosest(value: string, listed: readonly string[]): string | undefined {
  const spellings = listSpellings(value);
  const near = listed.filter((one) => listSpellings(one).some((spelling) => spellings.includes(spelling)));
  return near.find((one) => listSpellings(one)[0] === spellings[0]) ?? near[0];
}

/**
 * What somebody may have meant by an unknown name: one in nearly the same letters, or else the one that begins alike, such as
 * `timeoutSeconds` for `timeout`. Values have no such rule: those of a list often begin alike.
 */
export function findClosestName(name: string, listed: readonly string[]): string | undefined {
  const beginsAlike = listed
    .map((one) => ({
      one,
      shared: countSharedLetters(selectLetters(name), selectLetters(one)),
      length: selectLetters(one).length,
    }))
    .filter(({ shared, length }) => shared >= 5 && shared >= (2 / 3) * Math.min(length, selectLetters(name).length))
    .sort((a, b) => b.shared - a.shared);
  return findClosest(name, listed) ?? beginsAlike[0]?.one;
}

/**
 * Returns the letters and digits of a value, and each text that results from leaving one out. A value of fewer than six gives
 * only itself.
 */
function listSpellings(value: string): string[] {
  const plain = selectLetters(value);
  const shorter = [...plain].map((_, index) => plain.slice(0, index) + plain.slice(index + 1));
  return plain.length < 6 ? [plain] : [plain, ...shorter];
}

/** Letters and digits alone, so that `base_url` and `baseURL` are one. */
function selectLetters(value: string): string {
  return value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** How many letters two texts share from their beginning. */
function countSharedLetters(one: string, other: string): number {
  const difference = [...one].findIndex((letter, index) => letter !== other[index]);
  return difference === -1 ? one.length : difference;
}
