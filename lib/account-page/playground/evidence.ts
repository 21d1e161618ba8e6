/** Where a value of an extraction comes from: an entry of `metadata.sources`. */
export interface ValueSource {
  /** JSON Pointer (RFC 6901) of the value in the result. */
  readonly path: string;
  readonly url?: string;
  readonly quote?: string;
}

/** A part of a page's text, with the values that it proves. */
export interface TextPart {
  readonly text: string;
  /** JSON Pointers; empty for text that proves nothing. */
  readonly paths: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

const pattern = (quote: string): RegExp =>
  new RegExp(
    quote
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
      .join('\\s+'),
    'u',
  );

/** The first place of each quote. White space may differ: quotes are of the page's text, this is its Markdown. */
const spansOf = (text: string, sources: readonly ValueSource[]): readonly Span[] =>
  sources
    .flatMap(({ path, quote = '' }): Span[] => {
      const found = quote.trim() === '' ? null : pattern(quote).exec(text);
      return found === null ? [] : [{ start: found.index, end: found.index + found[0].length, path }];
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);

/** Cuts a text at the borders of the quotes in it. Quotes may overlap: a part then has the paths of both. */
export function highlighted(text: string, sources: readonly ValueSource[]): readonly TextPart[] {
  const spans = spansOf(text, sources);
  const borders = [...new Set([0, ...spans.flatMap(({ start, end }) => [start, end]), text.length])].toSorted(
    (a, b) => a - b,
  );
  return borders.slice(0, -1).map((start, index) => {
    const end = borders[index + 1] ?? text.length;
    const paths = spans.filter((span) => span.start <= start && span.end >= end).map(({ path }) => path);
    return { text: text.slice(start, end), paths: [...new Set(paths)] };
  });
}

/** The sources whose quote is not in the text: the page declares them, in its metadata or JSON-LD. */
export const withoutPlace = (text: string, sources: readonly ValueSource[]): readonly ValueSource[] => {
  const placed = new Set(spansOf(text, sources).map(({ path }) => path));
  return sources.filter(({ path }) => !placed.has(path));
};
