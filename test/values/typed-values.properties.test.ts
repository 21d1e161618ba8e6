import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { emailsIn, phonesIn, urlsIn } from '#shared/values/contacts.ts';
import { dateOrderOf, findDate, readDate, readDateTime } from '#shared/values/dates.ts';
import { findDuration, findQuantity, findRating, findStorey } from '#shared/values/measures.ts';
import { numberMarksOf, numbersIn, readNumber } from '#shared/values/numbers.ts';
import { pricesIn, readCurrency, readPriceRange } from '#shared/values/prices.ts';

const noisyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        ...'0 1 9 12 2026 . , : / - – — + ( ) ₽ $ € руб USD от до from to k тыс млн май March янв am pm T Z @ % м² кг'.split(
          ' ',
        ),
        ' ',
        '\u00a0',
        '\u202f',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((value) => value / 100);

const written = (value: number, locale: string, digits: number): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );

describe('the readers of typed values', () => {
  test('read any text without failing, and find values inside it', () => {
    fc.assert(
      fc.property(noisyText, (text) => {
        readDateTime(text);
        readCurrency(text);
        const found = [
          ...numbersIn(text),
          ...pricesIn(text),
          ...emailsIn(text),
          ...phonesIn(text),
          ...urlsIn(text),
          findDate(text),
          findDuration(text),
          findRating(text),
          findStorey(text),
          findQuantity(text, 'kg'),
          readPriceRange(text),
        ].filter((entry) => entry !== undefined);
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('know the separators of any language and of none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,4}[-_]?[A-Za-z]{0,3}$/)), (language) => {
        const { decimal, group } = numberMarksOf(language);

        expect(['.', ',', undefined]).toContain(decimal);
        expect(group === undefined || group !== decimal).toBe(true);
        expect([undefined, 'day first', 'month first']).toContain(dateOrderOf(language).order);
      }),
    );
  });

  test.for(['en-US', 'ru-RU', 'fr-FR', 'de-CH'])(
    'read back a number with cents as %s writes it',
    (locale) => {
      fc.assert(
        fc.property(cents, (value) => {
          expect(readNumber(written(value, locale, 2))).toBe(value === 0 ? 0 : value);
        }),
      );
    },
  );

  test.for([
    ['en-US', '.'],
    ['ru-RU', ','],
    ['de-DE', ','],
  ] as const)('read back thousandths as %s writes them when told the decimal mark', ([locale, decimal]) => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (thousandths) => {
        const value = thousandths / 1000;
        expect(readNumber(written(value, locale, 3), { decimal })).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test.for([
    ['en-US', 'USD'],
    ['ru-RU', 'RUB'],
    ['en-GB', 'GBP'],
    ['de-DE', 'EUR'],
    ['fr-FR', 'EUR'],
  ] as const)('read back an amount of money as %s writes it', ([locale, currency]) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.boolean(), (units, whole) => {
        const amount = whole ? units : units / 100;
        const digits = whole ? 0 : 2;
        const text = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(amount);
        expect(pricesIn(text)[0]?.value).toEqual({ amount, currency });
      }),
    );
  });

  test.for([
    ['en-US', 'long'],
    ['en-GB', 'long'],
    ['en-US', 'medium'],
    ['en-GB', 'medium'],
    ['ru-RU', 'long'],
    ['ru-RU', 'medium'],
    ['ru-RU', 'short'],
    ['ar-EG', 'long'],
    ['ar-MA', 'long'],
    ['fa-IR', 'long'],
    ['ur-PK', 'long'],
    ['he-IL', 'long'],
    ['hi-IN', 'long'],
    ['bn-BD', 'long'],
    ['th-TH', 'long'],
    ['th-TH', 'medium'],
    ['vi-VN', 'long'],
    ['el-GR', 'long'],
    ['id-ID', 'long'],
    ['ms-MY', 'long'],
    ['sr-RS', 'long'],
    ['sl-SI', 'long'],
    ['et-EE', 'long'],
    ['lt-LT', 'long'],
  ] as const)('read back a day as %s writes it in its %s style', ([locale, dateStyle]) => {
    const since = new Date('2000-01-01');
    fc.assert(
      fc.property(
        dateStyle === 'short'
          ? fc.date({ min: since, max: new Date('2099-12-31'), noInvalidDate: true })
          : day,
        (date) => {
          const text = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date);
          expect(readDate(text)).toBe(date.toISOString().slice(0, 10));
        },
      ),
    );
  });

  test('read back a moment in RFC 3339', () => {
    fc.assert(
      fc.property(day, (date) => {
        const text = date.toISOString();
        expect(readDateTime(text)).toBe(`${text.slice(0, 19)}Z`);
      }),
    );
  });

  test('read back a Russian telephone number however it is grouped', () => {
    const digits = fc.stringMatching(/^[1-9]\d{9}$/);
    const shape = fc.constantFrom(
      '+7 (AAA) BBB-CC-DD',
      '8 (AAA) BBB-CC-DD',
      '8-AAA-BBB-CC-DD',
      '+7AAABBBCCDD',
      '8 AAA BBB CC DD',
    );
    fc.assert(
      fc.property(digits, shape, (number, grouping) => {
        const text = grouping
          .replace('AAA', number.slice(0, 3))
          .replace('BBB', number.slice(3, 6))
          .replace('CC', number.slice(6, 8))
          .replace('DD', number.slice(8));
        expect(phonesIn(`Тел.: ${text}, доб. 4`)[0]?.value).toBe(`+7${number}`);
      }),
    );
  });
});
