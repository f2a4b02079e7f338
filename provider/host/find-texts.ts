/** Finds many texts in one text at once, whatever the case of letters: `%2f` is `%2F`. */

/** A part of a text, by its first position and the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One text in which many others are searched. Of those that do not stand there, mostly a piece is not there either, which is
 * quick to tell.
 */
export interface TextIndex {
  /** Tells by the pieces of a text, at little cost, whether it can be there: false is certain, true is not. */
  mayHold(text: string): boolean;
  /** Finds every part that is the text; such parts can overlap. */
  find(text: string): Span[];
}

/** The text is indexed by pieces of so many characters. */
const pieceLength = 4;

export function indexText(whole: string): TextIndex {
  const searched = foldCase(whole);
  const pieces = new Set<string>();
  for (let start = 0; start < searched.length; start += 1) pieces.add(searched.slice(start, start + pieceLength));

  function mayHold(text: string): boolean {
    const folded = foldCase(text);
    for (let start = 0; start + pieceLength <= folded.length; start += pieceLength) {
      if (!pieces.has(folded.slice(start, start + pieceLength))) return false;
    }
    return true;
  }

  function find(text: string): Span[] {
    if (text === "" || !mayHold(text)) return [];
    const folded = foldCase(text);
    const spans: Span[] = [];
    for (let start = searched.indexOf(folded); start >= 0; start = searched.indexOf(folded, start + 1)) {
      spans.push({ start, end: start + folded.length });
    }
    return spans;
  }

  return { mayHold, find };
}

/** Joins spans that overlap, each group into one that covers all of it. Spans that only touch stay apart. */
export function joinOverlaps<Found extends Span>(spans: readonly Found[]): Found[] {
  const joined: Found[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
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
