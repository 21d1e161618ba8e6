import { now } from '../clock.ts';
import type { Language } from './languages.ts';

/** Numbers and dates as a language writes them. Days and months of usage are UTC, moments are local. */
export interface Format {
  readonly number: (value: number) => string;
  /** 0.5 is half. */
  readonly percent: (share: number) => string;
  /** `2026-11-22` as a day. */
  readonly day: (day: string) => string;
  readonly shortDay: (day: string) => string;
  /** `2026-11` as a month. */
  readonly month: (month: string) => string;
  /** The day of a moment, in local time. */
  readonly date: (iso: string) => string;
  readonly moment: (iso: string) => string;
  readonly duration: (ms: number) => string;
  readonly roubles: (amount: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const locales = { en: 'en-GB', ru: 'ru-RU' } as const satisfies Record<Language, string>;

/** What cannot be read as a date is shown as it is. */
const dateWith =
  (format: Intl.DateTimeFormat) =>
  (text: string): string => {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? text : format.format(ms);
  };

export function formatOf(language: Language): Format {
  const locale = locales[language];
  const dates = (options: Intl.DateTimeFormatOptions) => dateWith(new Intl.DateTimeFormat(locale, options));
  /** With the year, unless it is the present one. */
  const withYear = (options: Intl.DateTimeFormatOptions) => {
    const [own, other] = [dates(options), dates({ ...options, year: 'numeric' })];
    return (text: string): string =>
      new Date(text).getFullYear() === new Date(now()).getFullYear() ? own(text) : other(text);
  };
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
  const milliseconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'narrow',
  });
  const roubles = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const inUtc = { timeZone: 'UTC' } as const;
  return {
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    day: dates({ ...inUtc, day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay: dates({ ...inUtc, day: 'numeric', month: 'short' }),
    month: dates({ ...inUtc, month: 'long', year: 'numeric' }),
    date: dates({ day: 'numeric', month: 'short', year: 'numeric' }),
    moment: withYear({
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
    duration: (ms) => (ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000)),
    roubles: (amount) => roubles.format(amount),
    list: (items) => lists.format(items),
  };
}
