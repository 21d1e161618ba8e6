import { phonesIn } from '#shared/values/contacts.ts';
import { findDate } from '#shared/values/dates.ts';
import { type Found, numbersIn } from '#shared/values/numbers.ts';
import { type Price, pricesIn } from '#shared/values/prices.ts';

export interface TypedQuotes {
  readonly ofNumber: (value: number) => string | undefined;
  /** For a date, a currency, a price or a phone, written in another way than the page does. */
  readonly ofText: (value: string) => string | undefined;
}

/** Longer values are no price and no phone. */
const maxTypedCharacters = 40;
const maxDates = 2_000;

/** Computed on first use and kept. */
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
        date !== undefined && found < maxDates;
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

/** The value of a text without other words, which would need evidence, too. */
function onlyValue<Value>(found: readonly Found<Value>[], text: string): Value | undefined {
  const [first] = found;
  const beside = first === undefined ? '' : text.slice(0, first.start) + text.slice(first.end);
  return /[\p{L}\p{N}]/u.test(beside) ? undefined : first?.value;
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i;
const priceKey = ({ amount, currency = '' }: Price) => `${amount} ${currency}`;
const englishMarks = { decimal: '.', group: ',' } as const;
const continentalMarks = { decimal: ',', group: '.' } as const;

/** Where a text has numbers, dates, prices and phones, by their value: each kind is looked for when first asked for. */
export function typedQuotes(text: string): TypedQuotes {
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
  return {
    ofNumber: (value) => numbers().get(value),
    ofText: (value) => {
      const [, date, minute, second = '00'] = isoDate.exec(value) ?? [];
      const time = minute === undefined ? '00:00:00' : `${minute}:${second}`;
      if (date !== undefined) return dates().get(time === '00:00:00' ? date : `${date}T${time}`);
      if (/^[A-Z]{3}$/.test(value)) return prices().get(value);
      if (value.length >= maxTypedCharacters) return undefined;
      const price = onlyValue(pricesIn(value), value);
      if (price !== undefined) return prices().get(priceKey(price));
      const phone = onlyValue(phonesIn(value), value);
      return phone === undefined ? undefined : phones().get(phone);
    },
  };
}
