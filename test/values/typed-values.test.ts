import { describe, expect, test } from 'vitest';

import { phonesIn, readEmail, urlsIn } from '#shared/values/contacts.ts';
import { dateOrderOf, findDate, readDate, readDateTime } from '#shared/values/dates.ts';
import { findDuration, findQuantity, findRating, findStorey } from '#shared/values/measures.ts';
import { numberMarksOf, numbersIn, readNumber } from '#shared/values/numbers.ts';
import { pricesIn, readCurrency, readPriceRange } from '#shared/values/prices.ts';

describe('a number', () => {
  test.for([
    ['1 299,90', 1299.9],
    ['1,299.90', 1299.9],
    ['1.299.000,5', 1_299_000.5],
    ['1,299', 1299],
    ['0,299', 0.299],
    ['54.3 m²', 54.3],
    ['−5 °C', -5],
    ['120 тыс. рублей', 120_000],
    ['90k', 90_000],
    ["1'299.50", 1299.5],
    ['14,5 млн', 14_500_000],
    ['$1.2M', 1_200_000],
    ['$2.5B', 2_500_000_000],
    ['$20T-Shirt', 20],
    ['£3m', 3_000_000],
    ['$1.5T', 1_500_000_000_000],
    ['USD 25M', 25_000_000],
    ['1.2M€', 1_200_000],
    ['1,2 M€', 1_200_000],
    ['5M USD', 5_000_000],
    ['€3 Mio.', 3_000_000],
    ['2,5 Mrd. Euro', 2_500_000_000],
    ['3 millions', 3_000_000],
    ['2 milliards', 2_000_000_000],
    ['12m', 12],
    ['3G', 3],
    ['100 MB', 100],
    ['100MB', 100],
    ['$10MB', 10],
    ['$25 M', 25],
    ['€10m²', 10],
    ['3 mio figlio', 3],
  ] as const)('is read from %s', ([text, value]) => {
    expect(readNumber(text)).toBe(value);
  });

  test.for(['CR2032', '12.03.2026', 'version 1.2.3', 'none', '1e21', '1234567890123456789012', '5M'])(
    'is not seen in %s',
    (text) => {
      expect(readNumber(text)).toBeUndefined();
    },
  );

  test.for([
    ['1,250', 'ru-RU', 1.25],
    ['1.250', 'ru', 1.25],
    ['1,250', 'en-US', 1250],
    ['1.250', 'de', 1250],
    ['1,250', 'de_DE', 1.25],
    ['1,299,000', 'ru', 1_299_000],
    ['1,299.90', 'ru', 1299.9],
    ['1,250', undefined, 1250],
    ['1,250', 'no language', 1250],
  ] as const)('with one mark is read as its language writes it: %s in %s', ([text, language, value]) => {
    expect(readNumber(text, numberMarksOf(language))).toBe(value);
  });

  test.for([
    ['5 € 10M', [5, 10]],
    ['Cable 5M $3', [5, 3]],
    ['Rope 10m 12 €', [10, 12]],
  ] as const)('has no magnitude from the currency of another: %s', ([text, values]) => {
    expect(numbersIn(text).map(({ value }) => value)).toEqual(values);
  });

  test('ends at a space that separates no thousands', () => {
    expect(numbersIn('3 54 м² и 5 200').map(({ value }) => value)).toEqual([3, 54, 5200]);
  });
});

describe('money', () => {
  test.for([
    ['990 ₽', 990, 'RUB'],
    ['2 490 руб.', 2490, 'RUB'],
    ['$1,299.00', 1299, 'USD'],
    ['CA$45', 45, 'CAD'],
    ['1.299 €', 1299, 'EUR'],
    ['189,- €', 189, 'EUR'],
    ['£9.50', 9.5, 'GBP'],
    ['$1.2M', 1_200_000, 'USD'],
    ['$2.5B', 2_500_000_000, 'USD'],
    ['1.2M€', 1_200_000, 'EUR'],
    ['€3 Mio.', 3_000_000, 'EUR'],
    ['EUR 12.50', 12.5, 'EUR'],
    ['лв1035,73', 1035.73, 'BGN'],
    ['RM12.50', 12.5, 'MYR'],
    ['Rp 150.000', 150_000, 'IDR'],
  ] as const)('is read from %s', ([text, amount, currency]) => {
    expect(pricesIn(text).map(({ value }) => value)).toEqual([{ amount, currency }]);
  });

  test.for([
    ['149,90 TL', 149.9, 'TRY'],
    ['89,00 TL KDV dahil', 89, 'TRY'],
    ['TRY 1,299.00', 1299, 'TRY'],
    ['499 SEK', 499, 'SEK'],
    ['₱1,299', 1299, 'PHP'],
  ] as const)('is read with the code of its currency from %s', ([text, amount, currency]) => {
    expect(pricesIn(text).map(({ value }) => value)).toEqual([{ amount, currency }]);
  });

  test.for([
    'Try 14 days free',
    'Requires PHP 8.3',
    'Strength: 22 kN',
    'Wind: 20 kn',
    '2 TL Zucker',
    '30 sek',
    'Ron 5',
    'Nok 3',
    'FRM12',
    'rp 12',
  ])('is not read from %s', (text) => {
    expect(pricesIn(text)).toEqual([]);
  });

  test.for([
    ['RUB', '5 р за 1 шт', '5 р/шт', '5 р', 'р 5 шт', '5 руб', '5 RUB'],
    ['PLN', '5 zł'],
    ['CZK', '5 Kč', '5 CZK'],
    ['RON', '5 lei'],
    ['BYN', '5 Br', '5 br'],
    ['TRY', '5 TL', '₺5'],
    ['KZT', '5 тенге', '5 тг'],
    ['KRW', '5원', '₩5'],
    ['JPY', '5円', '5 JPY'],
    ['HKD', 'HK$5', '5 HKD'],
    ['INR', '₹5', 'INR 5'],
    ['USD', 'US$5', '$5', '5 долл.', '5 usd'],
    ['UAH', '5 грн', '5 ₴'],
    ['ILS', '₪5', '5 ILS'],
    ['CHF', 'CHF 5'],
    ['ZAR', 'ZAR 5'],
    ['AED', 'AED 5'],
    ['SEK', '5 SEK'],
    ['VND', '5₫'],
    ['THB', '฿5', '5 THB'],
    ['EUR', '5 €', '5 евро', 'EUR 5'],
    ['GBP', '£5', '5 GBP'],
    ['CNY', '5 CNY', 'RMB 5'],
    ['CAD', 'CA$5', 'C$5', '5 CAD'],
    ['AUD', 'AU$5', 'A$5', '5 AUD'],
    ['TWD', 'NT$5', '5 TWD'],
    ['SGD', 'S$5', '5 SGD'],
    ['NZD', 'NZ$5', '5 NZD'],
    ['BRL', 'R$5', '5 BRL'],
    ['MXN', 'MX$5', '5 MXN'],
    ['PHP', '₱5'],
    ['BGN', '5 лв.', '5 BGN'],
    ['HRK', '5 HRK'],
    ['HUF', '5 HUF'],
    ['NOK', '5 NOK'],
    ['DKK', '5 DKK'],
    ['MYR', 'RM 5', '5 MYR'],
    ['IDR', 'Rp 5', '5 IDR'],
  ] as const)('is read with signs and codes of %s', ([currency, ...texts]) => {
    const read = texts.flatMap((text) => pricesIn(text).map(({ value }) => [text, value]));
    expect(read).toEqual(texts.map((text) => [text, { amount: 5, currency }]));
  });

  test('keeps the old and the new amount of one line apart', () => {
    expect(pricesIn('1 190 руб. 1 450 руб.').map(({ value }) => value.amount)).toEqual([1190, 1450]);
  });

  test.for([
    ['от 80 000 до 95 000 руб.', { min: 80_000, max: 95_000, currency: 'RUB' }],
    ['€3,400 – €4,600 per month', { min: 3400, max: 4600, currency: 'EUR' }],
    ['$90k–$120k', { min: 90_000, max: 120_000, currency: 'USD' }],
    ['120–180 тыс. руб.', { min: 120_000, max: 180_000, currency: 'RUB' }],
    ['от 100 000 ₽', { min: 100_000, currency: 'RUB' }],
    ['up to $60,000', { max: 60_000, currency: 'USD' }],
    ['$1 to $5,000', { min: 1, max: 5000, currency: 'USD' }],
    ['от 5 до 10 000 ₽', { min: 5, max: 10_000, currency: 'RUB' }],
    ['$500 – $2,000', { min: 500, max: 2000, currency: 'USD' }],
    ['900–1000 ₽', { min: 900, max: 1000, currency: 'RUB' }],
    ['$500 – $2k', { min: 500, max: 2000, currency: 'USD' }],
    ['2–3 млн ₽', { min: 2_000_000, max: 3_000_000, currency: 'RUB' }],
    ['$1.2M–$1.5M', { min: 1_200_000, max: 1_500_000, currency: 'USD' }],
    ['$1.2–1.5M', { min: 1_200_000, max: 1_500_000, currency: 'USD' }],
    ['$1.2–$1.5M', { min: 1_200_000, max: 1_500_000, currency: 'USD' }],
    ['$1.2M–1.5M', { min: 1_200_000, max: 1_500_000, currency: 'USD' }],
    ['2024–2025: $50', { min: 50, max: 50, currency: 'USD' }],
  ] as const)('has its ends in %s', ([text, range]) => {
    expect(readPriceRange(text)?.value).toEqual(range);
  });

  test.for([
    ['₽', 'RUB'],
    ['USD', 'USD'],
    ['12 €', 'EUR'],
  ] as const)('has its currency in %s', ([text, code]) => {
    expect(readCurrency(text)).toBe(code);
  });

  test.for([
    ['ja', 'JPY'],
    ['zh-CN', 'CNY'],
    ['en', undefined],
    [undefined, undefined],
  ] as const)(
    'under the sign of the yen and the yuan has the currency of its language, %s',
    ([language, code]) => {
      expect(readCurrency('¥1,200', language)).toBe(code);
      expect(pricesIn('¥1,200')[0]?.value.amount).toBe(1200);
    },
  );
});

describe('a date', () => {
  test.for([
    ['12 марта 2026 г.', '2026-03-12'],
    ['Опубликовано 3 мая 2026', '2026-05-03'],
    ['12 мар. 2026', '2026-03-12'],
    ['March 3, 2026', '2026-03-03'],
    ['3rd of June 2025', '2025-06-03'],
    ['Sept. 9, 2024', '2024-09-09'],
    ['12.03.2026', '2026-03-12'],
    ['2026/03/12', '2026-03-12'],
    ['25/12/2026', '2026-12-25'],
    ['12/25/2026', '2026-12-25'],
    ['25-12-2026', '2026-12-25'],
    ['03.12.24', '2024-12-03'],
    ['3. März 2021', '2021-03-03'],
    ['Mittwoch, 3.Dez. 2021', '2021-12-03'],
    ['le 1er août 2021', '2021-08-01'],
    ['3 de marzo de 2021', '2021-03-03'],
    ['Febrero 3, 2021', '2021-02-03'],
    ['3 febbraio 2021', '2021-02-03'],
    ['1º de março de 2021', '2021-03-01'],
    ['3 mrt. 2021', '2021-03-03'],
    ['3 marca 2021 r.', '2021-03-03'],
    ['5 paź 2021', '2021-10-05'],
    ['3 Ağustos 2021 Salı', '2021-08-03'],
    ['3 KASIM 2021', '2021-11-03'],
    ['3 березня 2021 року', '2021-03-03'],
    ['2021年3月3日', '2021-03-03'],
    ['2021 年 12 月 03 日', '2021-12-03'],
    ['2021년 3월 3일', '2021-03-03'],
    ['2021. 3. 3.', '2021-03-03'],
    ['3. května 2021', '2021-05-03'],
    ['2021. március 3.', '2021-03-03'],
    ['3 Μαΐου 2021', '2021-05-03'],
    ['04-Mar-2021', '2021-03-04'],
    ["Nov 25 '20", '2020-11-25'],
    ['25 Nov ’98', '1998-11-25'],
    ['25 نوفمبر 2020', '2020-11-25'],
    ['الأربعاء، ٢٥ نوفمبر، ٢٠٢٠', '2020-11-25'],
    ['25 تشرين الثاني 2020', '2020-11-25'],
    ['3 آب 2020', '2020-08-03'],
    ['٢٥‏/١١‏/٢٠٢٠', '2020-11-25'],
    ['25 नवंबर 2020', '2020-11-25'],
    ['२५ जून २०२०', '2020-06-25'],
    ['২৫ নভেম্বর, ২০২০', '2020-11-25'],
    ['۵ آذر ۱۳۹۹', '2020-11-25'],
    ['۱۳۹۹/۰۹/۰۵', '2020-11-25'],
    ['۱ فروردین ۱۴۰۰', '2021-03-21'],
    ['2 تير 1399', '2020-06-22'],
    ['۳۰ اسفند ۱۳۹۹', '2021-03-20'],
    ['1 دی 1399', '2020-12-21'],
    ['۲۵ نوامبر ۲۰۲۰', '2020-11-25'],
    ['25 พฤศจิกายน 2563', '2020-11-25'],
    ['25 พ.ย. 2563', '2020-11-25'],
    ['3 มี.ค. 2563', '2020-03-03'],
    ['3 ม.ค. 2020', '2020-01-03'],
    ['25 tháng 11, 2020', '2020-11-25'],
    ['Ngày 25 tháng 11 năm 2020', '2020-11-25'],
    ['25 Tháng Mười Một, 2020', '2020-11-25'],
    ['25 בנובמבר 2020', '2020-11-25'],
    ['11 Δεκέμβρη 2011', '2011-12-11'],
    ['25 Agt 2020', '2020-08-25'],
    ['25 Ogos 2020', '2020-08-25'],
    ['25. studenoga 2020.', '2020-11-25'],
    ['2020 m. lapkričio 25 d.', '2020-11-25'],
    ['12 people in 2021, of whom 3 came on 4 May 2022', '2022-05-04'],
  ] as const)('is read from %s', ([text, date]) => {
    expect(readDate(text)).toBe(date);
  });

  test.for([
    '12 марта',
    '31.02.2026',
    '03/04/2026',
    '03-04-2026',
    'version 10.2.2026.1',
    'Version 3.12.24',
    'v03.12.24',
    'Версия 10.12.2024',
    'Python 3.12.24',
    'May the 4th',
    '3 hours ago',
    'vor 3 Stunden',
    'gestern, 12:30',
    '12 people 2021',
    '3時間前',
    '31 مهر ۱۳۹۹',
    '5 آذر 2020',
    "the '90s were 12 years ago",
    '5 tháng 13, 2020',
  ])('is not guessed from %s', (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  test.for([
    ['en-US', '2026-03-04'],
    ['en-GB', '2026-04-03'],
    ['ru', '2026-04-03'],
    ['en', undefined],
    ['ja-JP', undefined],
    [undefined, undefined],
  ] as const)('with two readings follows its language, %s: %s', ([language, date]) => {
    expect(readDate('03/04/2026', dateOrderOf(language))).toBe(date);
    expect(readDate('03-04-2026', dateOrderOf(language))).toBe(date);
  });

  test('with two readings follows the given order', () => {
    expect(readDate('03/04/2026', { order: 'day first' })).toBe('2026-04-03');
    expect(readDate('03/04/2026', { order: 'month first' })).toBe('2026-03-04');
  });

  test.for([
    ['28 декабря 2026, 18:00', '2026-12-28T18:00:00Z'],
    ['Thursday, 14 January 2027, 6:30 PM', '2027-01-14T18:30:00Z'],
    ['2026-12-10T19:00+03:00', '2026-12-10T19:00:00+03:00'],
    ['2026-11-04T09:12:44+0400', '2026-11-04T09:12:44+04:00'],
    ['20 May 2026 at 7pm', '2026-05-20T19:00:00Z'],
    ['3. März 2026 um 14:05', '2026-03-03T14:05:00Z'],
    ['3 May 2026 14:05 GMT+2', '2026-05-03T14:05:00+02:00'],
    ['11/25/2020 3:00 PM PST', '2020-11-25T15:00:00-08:00'],
    ['Nov. 25, 2020, 11:30 p.m. (EDT)', '2020-11-25T23:30:00-04:00'],
    ['25.11.2020 15:00 CET', '2020-11-25T15:00:00+01:00'],
    ['25.11.2020 15:00 ESTIMATED', '2020-11-25T15:00:00Z'],
    ['Wed Nov 25 15:00:00 CEST 2020', '2020-11-25T15:00:00+02:00'],
    ['Wed Nov 25 15:00:00 +0000 2020', '2020-11-25T15:00:00+00:00'],
    ['Wed Nov 25 15:00:00 BST 2020', '2020-11-25T15:00:00Z'],
    ['25 November 2020 15:00 CST', '2020-11-25T15:00:00Z'],
    ['15:04 17.01.2012', '2012-01-17T15:04:00Z'],
    ['12:30, 5 января 2012', '2012-01-05T12:30:00Z'],
    ['14:05 Uhr | 3. März 2026', '2026-03-03T14:05:00Z'],
    ['January 5, 2012 5:30 PMUpdated January 6, 2012', '2012-01-05T17:30:00Z'],
    ['Jan 5, 2012, 5:30pmEST', '2012-01-05T17:30:00-05:00'],
    ['5:09 pm EST January 10, 2008', '2008-01-10T17:09:00-05:00'],
    ['2 تير 1399 - 12:09:08 ق.ظ', '2020-06-22T00:09:08Z'],
    ['15/01/2012 5:30 μμ', '2012-01-15T17:30:00Z'],
    ['15/01/2012 12:30 π.μ.', '2012-01-15T00:30:00Z'],
    ['12:30 next 5 May 2026', '2026-05-05T00:00:00Z'],
    ['2:1, 5 May 2026', '2026-05-05T00:00:00Z'],
    ['25:61 5 May 2026', '2026-05-05T00:00:00Z'],
    ['at 9:30 5 May 2026, 10:15', '2026-05-05T10:15:00Z'],
  ] as const)('keeps the time of %s', ([text, moment]) => {
    expect(readDateTime(text)).toBe(moment);
  });

  test('begins with the time before its day', () => {
    const text = 'News, 15:04 17.01.2012, Moscow';
    const found = findDate(text);

    expect(text.slice(found?.start, found?.end)).toBe('15:04 17.01.2012');
  });

  test.for([
    ['Nov 25 15:00:00 PST 2020'],
    ['Nov 25 15:00:00 BST 2020'],
    ['Nov 25 15:00:00 AEST 2020'],
    ['Nov 25 15:00:00 +0000 2020'],
    ['Nov 25 2020 15:00:00'],
  ] as const)('ends where %s ends', ([date]) => {
    const text = `Wed ${date}, and so on, Nov 26 15:00:00 IST 2021`;
    const found = findDate(text);

    expect(text.slice(found?.start, found?.end)).toBe(date);
  });
});

describe('contacts', () => {
  test.for([
    ['Website: www.acme-tools.example, or call', ['https://www.acme-tools.example/']],
    [
      'See https://www.shop.test/a and www.shop.test/b.',
      ['https://www.shop.test/a', 'https://www.shop.test/b'],
    ],
    ['mail@www.shop.test, a.www.shop.test, www. shop', []],
  ] as const)('have the URLs of "%s"', ([text, urls]) => {
    expect(urlsIn(text).map(({ value }) => value)).toEqual(urls);
  });

  test.for([
    ['8 (495) 123-45-67', '+74951234567'],
    ['+44 1273 496 0110', '+4412734960110'],
    ['0114 496 0850', '01144960850'],
  ] as const)('include the telephone number %s', ([text, phone]) => {
    expect(phonesIn(text)[0]?.value).toBe(phone);
  });

  test.for([
    '8 450 000 ₽',
    '12.03.2026',
    '978-5-04',
    '2026-03-12',
    'ISBN 978-5-389-12345-6',
    '04-12-2025',
    '12/04/2025 10:00',
    '192.168.100.200',
    '2026.03.12 10:00',
    '900-1800',
    '900–1800',
    '1 417 173 173',
    '4276 1234 5678',
    '4276 1234 5678 9012',
    '4276-1234-5678-9012',
  ])('do not include %s as a telephone number', (text) => {
    expect(phonesIn(text)[0]?.value).toBeUndefined();
  });

  test('have an e-mail address and a URL', () => {
    expect(readEmail('Пишите: Zavod@glina.example.')).toBe('zavod@glina.example');
    expect(urlsIn('see https://a.example/x?y=1.')[0]?.value).toBe('https://a.example/x?y=1');
  });
});

describe('a measure', () => {
  test.for([
    ['4,7 из 5', { value: 4.7, best: 5 }],
    ['9/10', { value: 9, best: 10 }],
    ['★ 4.8', { value: 4.8 }],
  ] as const)('of quality is %s', ([text, rating]) => {
    expect(findRating(text)?.value).toEqual(rating);
  });

  test.for(['Page 1 of 10', 'Step 3 of 5', 'Страница 2 из 10', '5/10/2025', '2025/5/10', 'этаж 5/6'])(
    'of quality is not %s',
    (text) => {
      expect(findRating(text)?.value).toBeUndefined();
    },
  );

  test.for([
    ['PT1H30M', 90],
    ['1 ч 20 мин', 80],
    ['2 часа', 120],
    ['45 min', 45],
  ] as const)('of time is %s', ([text, minutes]) => {
    expect(findDuration(text)?.value).toBe(minutes);
  });

  test('is converted to the requested unit', () => {
    expect(findQuantity('1,6 кг', 'g')?.value).toBe(1600);
    expect(findQuantity('74 см', 'cm')?.value).toBe(74);
    expect(findQuantity('18 В', 'kg')?.value).toBe(18);
  });

  test('of a storey has the floor and the number of floors', () => {
    expect(findStorey('5 этаж из 9')?.value).toEqual({ floor: 5, of: 9 });
    expect(findStorey('12/9')).toBeUndefined();
  });
});
