import { noLines } from '#shared/content/formats/page-lines.ts';
import { describe, expect, test } from 'vitest';

import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import { pageEvidence } from '#shared/extract/evidence/page-evidence.ts';

const page = (changes: Partial<ExtractionPage>): ExtractionPage => ({
  url: 'https://shop.test/pans/alder?size=12',
  markdown: '',
  lines: noLines,
  declared: {},
  links: [],
  metadata: {},
  ...changes,
});

describe('evidence on a page', () => {
  test.for([
    ['words in another case', 'The **Alder** Pan is here', 'alder pan', 'Alder Pan'],
    ['words over a line break', 'Cast iron\npan', 'cast iron pan', 'Cast iron\npan'],
    ['typographic quotes', 'Called “the Alder’s pan”', '"the Alder\'s pan"', '“the Alder’s pan”'],
    ['a dash of another length', 'Open 9–17', 'Open 9-17', 'Open 9–17'],
    ['ё for е', 'Пётр Алёшин', 'Петр Алешин', 'Пётр Алёшин'],
    ['an entity', 'Kiln & Copper', 'Kiln &amp; Copper', 'Kiln & Copper'],
    ['a number in the continental way', 'Цена 1 299,90 ₽', 1299.9, '1 299,90'],
    ['a number in the English way', 'Price 1,299.90 USD', 1299.9, '1,299.90'],
    ['a thousand with a point', 'nur 1.299 €', 1299, '1.299'],
    ['millions', 'Raised $25M in 2024', 25_000_000, '25M'],
    ['a date in Russian', 'Опубликовано 12 марта 2026 года', '2026-03-12', '12 марта 2026'],
    ['a date in English', 'Cast on March 12, 2026', '2026-03-12', 'March 12, 2026'],
    ['a date and its time', 'Starts 12.03.2026 19:00', '2026-03-12T19:00:00Z', '12.03.2026 19:00'],
    ['a phone in other groups', 'Телефон: +7 (495) 123-45-67', '+74951234567', '+7 (495) 123-45-67'],
    ['a price in another order', 'now 64,00 €', '€64.00', '64,00 €'],
    ['a currency by its sign', 'now 64,00 €', 'EUR', '64,00 €'],
  ] as const)('is found for %s', ([, markdown, value, quote]) => {
    expect(pageEvidence(page({ markdown })).quoteOf(value)).toBe(quote);
  });

  test.for([
    ['part of a word', 'Panama', 'Pan'],
    ['another number', 'Price 640', 64],
    ['digits inside a word', 'CR2032', 2032],
    ['millions read as ones', 'Raised $25M', 25],
    ['another date', '13 марта 2026', '2026-03-12'],
    ['another time', '12.03.2026 19:00', '2026-03-12T20:00:00Z'],
    ['a time without seconds that is another', '12.03.2026 19:00', '2026-03-12T20:00'],
    ['words behind a date that is there', '12.03.2026', '2026-03-12 the maker went bankrupt'],
    ['words behind a price that is there', 'now 64,00 €', '€64.00 with a free lid'],
    ['words behind a phone that is there', 'Phone: +7 (495) 123-45-67', '+74951234567 ask Bob'],
    ['nothing', 'Alder pan', ''],
    [
      'prose of which half is there',
      'The pan is heavy.',
      `The pan is heavy. ${'It sings at night. '.repeat(5)}`,
    ],
  ] as const)('is not found for %s', ([, markdown, value]) => {
    expect(pageEvidence(page({ markdown })).quoteOf(value)).toBeUndefined();
  });

  test('is found in declared data', () => {
    const declared = { jsonLd: [{ offers: { availability: 'https://schema.org/InStock' } }] };

    expect(pageEvidence(page({ declared })).quoteOf('InStock')).toBe('InStock');
  });

  test('is found for prose whose sentences are apart', () => {
    const markdown =
      'It weighs three kilograms and keeps its heat.\n\n## More\n\nIt goes into the oven as it is.';
    const prose = 'It weighs three kilograms and keeps its heat. It goes into the oven as it is.';

    expect(pageEvidence(page({ markdown })).quoteOf(prose)).toBe(
      'It weighs three kilograms and keeps its heat.',
    );
  });

  test('takes no plain text for a URL', () => {
    const { hasUrl, quoteOf } = pageEvidence(
      page({
        declared: { name: 'Alder pan', sku: '64', image: '/img/pan.jpg' },
        metadata: { title: 'Alder pan' },
      }),
    );

    expect(hasUrl('https://shop.test/pans/Alder%20pan')).toBe(false);
    expect(quoteOf('https://shop.test/pans/64')).toBeUndefined();
    expect(hasUrl('https://shop.test/img/pan.jpg')).toBe(true);
  });

  test('knows the URLs of a page in any notation', () => {
    const { hasUrl } = pageEvidence(
      page({
        lines: { ...noLines, urls: ['../manual?a=1&b=2'] },
        markdown: '[Lid](https://shop.test/lid)',
        links: ['https://shop.test/far'],
      }),
    );

    for (const url of [
      'https://shop.test/manual?a=1&b=2',
      'https://shop.test/lid',
      'https://shop.test/far',
      '?size=12',
    ])
      expect(hasUrl(url)).toBe(true);
    expect(hasUrl('https://shop.test/lid?all=secret')).toBe(false);
  });
});
