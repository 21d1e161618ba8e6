import type { Line } from '#shared/content/formats/page-lines.ts';

const gramLength = 3;

/** Runs of three letters or digits, so that languages without spaces are compared, too. */
function gramsOf(text: string): ReadonlySet<string> {
  const letters = text
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

/** Of the shorter of two texts, the share that the other has, too. */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : a.intersection(b).size / least;
}

/** A heading and a title written for search engines share this much, when it is the only heading of its level. */
const minAgreementAlone = 0.25;
const minAgreementOfSeveral = 0.6;

/**
 * The heading of the first level that names what the page is about: that which agrees best with a title of the page.
 * `undefined` when none agrees: logos, banners and forms have such headings, too.
 */
export function subjectHeading(lines: readonly Line[], titles: readonly string[]): string | undefined {
  const known = titles.map(gramsOf);
  const headings = lines.filter(({ level, text }) => level === 1 && text !== '');
  const minAgreement = headings.length === 1 ? minAgreementAlone : minAgreementOfSeveral;
  let best: { readonly text: string; readonly shared: number } | undefined;
  for (const { text } of headings) {
    const grams = gramsOf(text);
    const agreed = known.filter((title) => agreement(grams, title) >= minAgreement);
    const shared = Math.max(0, ...agreed.map((title) => grams.intersection(title).size));
    if (shared > (best?.shared ?? 0)) best = { text, shared };
  }
  return best?.text;
}
