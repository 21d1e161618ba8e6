import {
  type EmbeddedItem,
  type EmbeddedValue,
  type ExtractionPage,
  isDeclared,
} from '#shared/extract/embedded/extraction-page.ts';
import { leavesOf } from '#shared/extract/embedded/json-value.ts';
import type { ItemEvidence } from './extracted-item.ts';
import { anyConcept, chanceOf } from './reliability.ts';

/** Shorter quotes are on every page. */
const minQuoteCharacters = 3;
/** A list of hundreds of items is not searched for as a whole. */
const maxSearches = 500;
/** The part of a page that is searched; text further down confirms nothing. */
const maxCharacters = 1_000_000;

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');

/** Tells whether a second source confirms a value: the text for declared values, declared data for values of the text. */
export function confirmation({
  lines,
  declared,
  metadata,
}: ExtractionPage): (value: EmbeddedValue) => boolean {
  let shownText: string | undefined;
  let declaredText: string | undefined;
  const shown = () =>
    (shownText ??= folded(
      lines.lines
        .map(({ text }) => text)
        .join('\n')
        .slice(0, maxCharacters),
    ));
  const forMachines = () =>
    (declaredText ??= folded(
      leavesOf([declared, metadata])
        .map(({ value }) => String(value))
        .join('\n')
        .slice(0, maxCharacters),
    ));
  let searches = 0;
  return (value) => {
    searches += 1;
    if (searches > maxSearches) return false;
    const quote = folded(value.quote);
    return (
      quote.length >= minQuoteCharacters && (isDeclared(value) ? shown() : forMachines()).includes(quote)
    );
  };
}

/** The evidence of an item with the chance that each value is right. */
export function weighEvidence(
  { evidence }: EmbeddedItem,
  isConfirmed: (value: EmbeddedValue) => boolean,
): readonly ItemEvidence[] {
  return evidence.map((value) => {
    const { path, quote, origin, concept = anyConcept } = value;
    return { path, quote, chance: chanceOf({ concept, origin, isConfirmed: isConfirmed(value) }) };
  });
}
