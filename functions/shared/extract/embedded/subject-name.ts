import { lengthInLetters } from './text-length.ts';
import type { Line } from '#shared/content/formats/page-lines.ts';
import { gramsOf } from '#shared/kernel/likeness.ts';

/** A heading and a title written for search engines share this much, when it is the only heading of its level. */
const minAgreementAlone = 0.25;
const minAgreementOfSeveral = 0.6;

/** How many runs of letters two texts share, when that is enough of the shorter one; else 0. */
function sharedGrams(a: ReadonlySet<string>, b: ReadonlySet<string>, minAgreement: number): number {
  const shared = a.intersection(b).size;
  return shared >= minAgreement * Math.min(a.size, b.size) ? shared : 0;
}

/** The place whose line agrees best with one of the titles. */
function bestAgreeing(
  lines: readonly Line[],
  places: readonly number[],
  titles: readonly string[],
  minAgreement: number,
): number | undefined {
  const known = titles.map(gramsOf);
  let best: { readonly at: number; readonly shared: number } | undefined;
  for (const at of places) {
    const grams = gramsOf(lines[at]?.text ?? '');
    const shared = Math.max(0, ...known.map((title) => sharedGrams(grams, title, minAgreement)));
    if (shared > (best?.shared ?? 0)) best = { at, shared };
  }
  return best?.at;
}

/**
 * The line of the heading of the first level that names what the page is about: that which agrees best with a title of
 * the page. `undefined` when none agrees: logos, banners and forms have such headings, too.
 */
export function subjectHeading(lines: readonly Line[], titles: readonly string[]): number | undefined {
  const headings = lines.flatMap(({ level, text }, at) => (level === 1 && text !== '' ? [at] : []));
  const minAgreement = headings.length === 1 ? minAgreementAlone : minAgreementOfSeveral;
  const heading = bestAgreeing(lines, headings, titles, minAgreement);
  if (heading === undefined || headings.length === 1) return heading;
  // Cards of other goods have headings of the first level, too, and share words with the title.
  const isOwn = bestAgreeing(lines, [heading], titles, minAgreementOfLine) !== undefined;
  const titled = isOwn ? undefined : lineOfTitle(lines.slice(0, heading), titles);
  const isWhole = titles.some(
    (title) => (lines[titled ?? -1]?.text.length ?? 0) >= minShareOfTitle * title.length,
  );
  return isWhole ? undefined : heading;
}

/** A line that is not a heading names the subject only when it has nearly all of a title. */
const minAgreementOfLine = 0.9;
const minLineCharacters = 12;
const maxLines = 2_000;

/** A shorter line may be the name of the site, which titles end with. */
const minShareOfTitle = 0.6;

/** A line that is written like one of the titles. */
function lineOfTitle(lines: readonly Line[], titles: readonly string[]): number | undefined {
  const likely = lines
    .slice(0, maxLines)
    .flatMap(({ text }, at) =>
      lengthInLetters(text) >= minLineCharacters && titles.some((title) => text.length <= 1.2 * title.length)
        ? [at]
        : [],
    );
  return bestAgreeing(lines, likely, titles, minAgreementOfLine);
}

/** The line from which on a page tells of its subject: its heading, or a line that is written like its title. */
export function subjectLine(lines: readonly Line[], titles: readonly string[]): number | undefined {
  return subjectHeading(lines, titles) ?? lineOfTitle(lines, titles);
}
