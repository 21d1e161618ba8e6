const gramLength = 3;
/** Longer texts are no titles; their beginnings are compared. */
const maxCharacters = 300;

/** Runs of three letters or digits, so that languages without spaces are compared, too. */
export function gramsOf(text: string): ReadonlySet<string> {
  const letters = text
    .slice(0, maxCharacters)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (letters.length <= gramLength) return new Set(letters === '' ? [] : [letters]);
  return new Set(
    Array.from({ length: letters.length - gramLength + 1 }, (_none, at) =>
      letters.slice(at, at + gramLength),
    ),
  );
}

/** How much of their letters two texts share, as shares from 0 to 1. */
export interface Likeness {
  /** The share of the shorter text that is in the longer one. */
  readonly ofShorter: number;
  /** The share of the longer text that is in the shorter one. */
  readonly ofLonger: number;
}

/** Compares two texts by their `gramsOf`. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): Likeness {
  if (a.size === 0 || b.size === 0) return { ofShorter: 0, ofLonger: 0 };
  const shared = a.intersection(b).size;
  return { ofShorter: shared / Math.min(a.size, b.size), ofLonger: shared / Math.max(a.size, b.size) };
}
