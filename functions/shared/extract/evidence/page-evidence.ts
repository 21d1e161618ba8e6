import { plainText } from '#shared/search/answer/plain-text.ts';
import { phonesIn } from '#shared/extract/values/contacts.ts';
import { findDate } from '#shared/extract/values/dates.ts';
import { type Found, numbersIn } from '#shared/extract/values/numbers.ts';
import { type Price, pricesIn } from '#shared/extract/values/prices.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import { foldText, foldValue } from './folded-text.ts';
import { leavesOf } from '#shared/extract/embedded/json-value.ts';

/** Where the values of a page are looked for. */
export interface PageEvidence {
  /** Verbatim what the page has for a value; `undefined` when it has nothing of the kind. */
  readonly quoteOf: (value: string | number) => string | undefined;
  /** Whether an address stands on the page, or is the page's own. */
  readonly hasAddress: (url: string) => boolean;
}

/** Of one page; evidence further down is not found. */
const mostCharacters = 1_000_000;
/** A sentence: shorter values must be found in one piece. */
const leastProse = 60;
/** Longer values are no price and no phone. */
const mostTyped = 40;
const mostDates = 2_000;
const mostTries = 50;

/** What a page declares is an address only when it is written as one: names and amounts resolve to addresses, too. */
const isWrittenAddress = (text: string): boolean => /^[^\s/]*\/\S*$/.test(text);

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** What the page shows, its title, and the strings that it declares, a line each. */
function sourceText({ markdown, metadata, declared }: ExtractionPage): string {
  const strings = leavesOf(declared).map(({ value }) => String(value));
  return [plainText(markdown), metadata.title ?? '', metadata.description ?? '', ...strings]
    .join('\n')
    .slice(0, mostCharacters);
}

function addressesOf({
  url,
  html,
  markdown,
  declared,
  metadata,
  links,
}: ExtractionPage): ReadonlySet<string> {
  const written = [
    url,
    ...links,
    ...html
      .matchAll(/(?:href|src|data-src)\s*=\s*["']([^"']{1,2000})["']/gi)
      .map(([, address = '']) => address),
    ...markdown.matchAll(/\]\(<?([^)\s>]{1,2000})/g).map(([, address = '']) => address),
    ...`${markdown} ${html}`.matchAll(/https?:\/\/[^\s"'<>)\]]{1,2000}/gi).map(([address]) => address),
    ...html
      .matchAll(/content\s*=\s*["']([^"']{1,2000})["']/gi)
      .flatMap(([, content = '']) => (isWrittenAddress(content) ? [content] : [])),
    ...leavesOf([declared, metadata])
      .map(({ value }) => String(value))
      .filter(isWrittenAddress),
  ];
  return new Set(written.flatMap((address) => URL.parse(address.replaceAll('&amp;', '&'), url)?.href ?? []));
}

/** Text before it is looked through for a typed value, found once and kept. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

const firstOf = <Key>(entries: Iterable<readonly [Key, string]>): ReadonlyMap<Key, string> => {
  const map = new Map<Key, string>();
  for (const [key, quote] of entries) if (!map.has(key)) map.set(key, quote);
  return map;
};

function* datesIn(text: string): Generator<readonly [string, string]> {
  let found = 0;
  for (const line of text.split('\n')) {
    if (!/\d{2}/.test(line)) continue;
    for (const order of ['day first', 'month first'] as const) {
      let rest = line;
      for (
        let date = findDate(rest, { order });
        date !== undefined && found < mostDates;
        date = findDate(rest, { order })
      ) {
        const quote = rest.slice(date.start, date.end);
        yield [date.value.date, quote];
        if (date.value.time !== undefined) yield [`${date.value.date}T${date.value.time}`, quote];
        rest = rest.slice(date.end);
        found += 1;
      }
    }
  }
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i;
const priceKey = ({ amount, currency = '' }: Price) => `${amount} ${currency}`;
const englishMarks = { decimal: '.', group: ',' } as const;
const continentalMarks = { decimal: ',', group: '.' } as const;

export function pageEvidence(page: ExtractionPage): PageEvidence {
  const text = sourceText(page);
  const { folded, offsets } = foldText(text);
  const addresses = once(() => addressesOf(page));
  const quote = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
  const numbers = once(() =>
    firstOf(
      [{}, englishMarks, continentalMarks].flatMap((marks) =>
        numbersIn(text, marks).map((found) => [found.value, quote(found)] as const),
      ),
    ),
  );
  const dates = once(() => firstOf(datesIn(text)));
  const phones = once(() => firstOf(phonesIn(text).map((found) => [found.value, quote(found)] as const)));
  const prices = once(() =>
    firstOf(
      pricesIn(text).flatMap((found) => [
        [priceKey(found.value), quote(found)] as const,
        [found.value.currency ?? '', quote(found)] as const,
      ]),
    ),
  );

  function wordsQuote(value: string): string | undefined {
    const wanted = foldValue(value);
    if (wanted === '') return undefined;
    let from = 0;
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const at = folded.indexOf(wanted, from);
      if (at < 0) return undefined;
      const end = at + wanted.length;
      const isWhole =
        !(isWordCharacter(wanted[0]) && isWordCharacter(folded[at - 1])) &&
        !(isWordCharacter(wanted.at(-1)) && isWordCharacter(folded[end]));
      if (isWhole) return text.slice(offsets[at], offsets[end] ?? text.length).trim();
      from = at + 1;
    }
    return undefined;
  }

  /** Prose is put together from what a page says; each of its sentences must be there. */
  function proseQuote(value: string): string | undefined {
    if (value.length < leastProse) return undefined;
    const sentences = value.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim().length > 2);
    const quotes = sentences.map(wordsQuote);
    return sentences.length > 1 && quotes.every((found) => found !== undefined) ? quotes[0] : undefined;
  }

  /** What a whole value says; words beside it would be vouched for by the rest. */
  function wholeOf<Value>(found: readonly Found<Value>[], value: string): Value | undefined {
    const [first] = found;
    const beside = first === undefined ? '' : value.slice(0, first.start) + value.slice(first.end);
    return /[\p{L}\p{N}]/u.test(beside) ? undefined : first?.value;
  }

  function typedQuote(value: string): string | undefined {
    const [, date, minute, second = '00'] = isoDate.exec(value) ?? [];
    const time = minute === undefined ? '00:00:00' : `${minute}:${second}`;
    if (date !== undefined) return dates().get(time === '00:00:00' ? date : `${date}T${time}`);
    if (/^[A-Z]{3}$/.test(value)) return prices().get(value);
    if (value.length >= mostTyped) return undefined;
    const price = wholeOf(pricesIn(value), value);
    if (price !== undefined) return prices().get(priceKey(price));
    const phone = wholeOf(phonesIn(value), value);
    return phone === undefined ? undefined : phones().get(phone);
  }

  const hasAddress = (url: string): boolean => {
    const parsed = URL.parse(url, page.url);
    return parsed !== null && addresses().has(parsed.href);
  };

  return {
    hasAddress,
    quoteOf: (value) => {
      if (typeof value === 'number') return numbers().get(value);
      const found = wordsQuote(value) ?? typedQuote(value) ?? proseQuote(value);
      if (found !== undefined) return found;
      return /^https?:\/\//i.test(value) && hasAddress(value) ? value : undefined;
    },
  };
}
