/** Finds many texts in one text at once, whatever the case of letters: `%2f` is `%2F`. */

/** A part of a text, by its first position and the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The search of many texts in the same one: each of thousands takes a few steps. */
export interface TextIndex {
  /** Tells by the text's beginning, at little cost: false is certain, true is not. */
  mayHold(text: string): boolean;
  /** Finds every part that is the text; such parts can overlap. */
  find(text: string): Span[];
}

/** The text is indexed by pieces of so many characters. */
const pieceLength = 4;

export function indexText(whole: string): TextIndex {
  const searched = foldCase(whole);
  const startsOf = new Map<string, number[]>();
  for (let start = 0; start + pieceLength <= searched.length; start += 1) {
    const piece = searched.slice(start, start + pieceLength);
    const starts = startsOf.get(piece);
    if (starts === undefined) startsOf.set(piece, [start]);
    else starts.push(start);
  }

  /** Lists where the text can start: the rarest of its pieces stands at the same distance from there. */
  function listCandidates(text: string): number[] {
    let rarest: number[] | undefined;
    for (let offset = 0; offset + pieceLength <= text.length; offset += pieceLength) {
      const starts = startsOf.get(text.slice(offset, offset + pieceLength)) ?? [];
      if (starts.length < (rarest?.length ?? Number.POSITIVE_INFINITY)) rarest = starts.map((start) => start - offset);
    }
    return rarest ?? listStarts(searched, text);
  }

  return {
    mayHold: (text) => text.length < pieceLength || startsOf.has(foldCase(text.slice(0, pieceLength))),
    find(text) {
      if (text === "") return [];
      const folded = foldCase(text);
      return listCandidates(folded)
        .filter((start) => start >= 0 && searched.startsWith(folded, start))
        .map((start) => ({ start, end: start + text.length }));
    },
  };
}

/** Joins spans that overlap, each group into one that covers all of it. Spans that only touch stay apart. */
export function joinOverlaps<Found extends Span>(spans: readonly Found[]): Found[] {
  const joined: Found[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else joined[joined.length - 1] = joinTwo(last, span);
  }
  return joined;
}

/** The joined span is the longer one in everything but where it starts and ends. */
function joinTwo<Found extends Span>(first: Found, second: Found): Found {
  const longer = second.end - second.start > first.end - first.start ? second : first;
  return { ...longer, start: first.start, end: Math.max(first.end, second.end) };
}

/** Lists every start of a text that is shorter than a piece: no index holds it. */
function listStarts(searched: string, text: string): number[] {
  const starts: number[] = [];
  for (let start = searched.indexOf(text); start >= 0; start = searched.indexOf(text, start + 1)) starts.push(start);
  return starts;
}

/**
 * Letters of either case become the same one. Each character is folded by itself, and keeps its length: `toLowerCase` of a whole
 * text makes another letter of a Greek sigma at the end of a word, and two characters of `İ`.
 */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z\u{80}-\u{10ffff}]/gu, foldCharacter);
}

function foldCharacter(character: string): string {
  // Letters such as the two small sigmas have one capital letter in common.
  const forms = [character.toUpperCase().toLowerCase(), character.toLowerCase()];
  return forms.find((form) => form.length === character.length) ?? character;
}
