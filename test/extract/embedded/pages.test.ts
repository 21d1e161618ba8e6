import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import {
  type EmbeddedValue,
  type ExtractionPage,
  isDeclared,
} from '#shared/extract/embedded/extraction-page.ts';
import type { PageLines } from '#shared/content/formats/page-lines.ts';
import { linesOf } from '../../content/lines-of.ts';
import { extractionCases, isRight, pageOf, type Verdict, verdictsOn } from './extraction-pages.ts';

const accuracyOf = (verdicts: readonly Verdict[]): number =>
  verdicts.filter(isRight).length / verdicts.length;

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsOf);
  return [String(value)];
}

/** The text of a page with and without its crossed out parts, and the URLs and times in its attributes. */
function shownTexts({ lines }: PageLines): readonly string[] {
  return [
    lines.map(({ text }) => text).join(' '),
    lines.map(({ current }) => current).join(' '),
    ...lines.flatMap(({ images, links, times }) => [...images, ...times, ...links.map(({ href }) => href)]),
  ];
}

/** A page declares an address, hours or pay in parts, each of which is quoted. */
const partsOf = (quote: string): readonly string[] =>
  [quote, ...quote.split(/, | (?=\d{1,2}:)|–/)].map(spaced);

/** Whether a quote is on the page, word for word, where its evidence says. */
function quotesOf({ declared, metadata, lines }: ExtractionPage): (evidence: EmbeddedValue) => boolean {
  const declaredTexts = stringsOf([declared, metadata]).flatMap((text) => [
    spaced(text),
    // JSON-LD has HTML in its strings, escaped or not.
    ...(/[<&]/.test(text) ? shownTexts(linesOf(text)).map(spaced) : []),
  ]);
  const shown = shownTexts(lines);
  return (value) => {
    const { quote } = value;
    if (!isDeclared(value)) return shown.some((text) => text.includes(spaced(quote)));
    const [whole = '', ...parts] = partsOf(quote);
    const stands = (part: string): boolean => declaredTexts.some((text) => text.includes(part));
    return stands(whole) || (parts.length > 1 && parts.every(stands));
  };
}

describe('pages of products, jobs, articles, events, contacts, homes, recipes and lists', () => {
  test.for([
    ['declare', 'declared', 0.95],
    ['only show', 'shown', 0.9],
  ] as const)('that %s their data are read field by field', async ([, data, least], { annotate }) => {
    const pages = extractionCases.filter((page) => page.data === data);

    const verdicts = (await Promise.all(pages.map(verdictsOn))).flat();

    const accuracy = accuracyOf(verdicts);
    await annotate(`${pages.length} pages, ${verdicts.length} fields: ${accuracy.toFixed(3)} right`);
    expect(accuracy).toBeGreaterThanOrEqual(least);
  });

  test('are enough, a third of them in Russian', () => {
    const russian = extractionCases.filter(({ name }) => name.endsWith('-ru'));

    expect(extractionCases.length).toBeGreaterThanOrEqual(60);
    expect(russian.length).toBeGreaterThanOrEqual(extractionCases.length / 3);
  });

  test.for(extractionCases)('$name gives each value with a quote from the page', async (page) => {
    const scraped = await pageOf(page);

    const items = extractEmbedded(scraped, page.schema);

    const isQuoted = quotesOf(scraped);
    const missing = items.flatMap(({ evidence }) => evidence).filter((entry) => !isQuoted(entry));
    expect(missing).toEqual([]);
  });
});
