import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import { linesOf } from '../../content/lines-of.ts';

const words = fc.constantFrom(
  ...'Price Цена Weight Вес Author By Телефон Rooms Этаж Salary от до $95 1 200 ₽ 12.03.2026 March 3, 2026 4,7 из 5 a@b.example +7 (495) 123-45-67 https://a.example/ — : · .... iron In stock да'.split(
    ' ',
  ),
);
const line = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' '));
const tag = fc.constantFrom(
  'p',
  'div',
  'li',
  'h1',
  'h2',
  'td',
  'th',
  'tr',
  'table',
  'dl',
  'dt',
  'dd',
  'del',
  'b',
  'a',
  'time',
);

const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(fc.oneof({ maxDepth: 4 }, line, tie('element')), { maxLength: 5 })
    .map((parts) => parts.join('')),
  element: fc.tuple(tag, tie('html')).map(([name, inner]) => `<${name}>${inner}</${name}>`),
}));

const declared = fc.record(
  {
    jsonLd: fc.array(
      fc.dictionary(
        fc.constantFrom(
          '@type',
          '@id',
          '@graph',
          'name',
          'offers',
          'price',
          'author',
          'itemListElement',
          'item',
          'about',
        ),
        fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('Product', '#a', '95', 'JobPosting')),
      ),
      { maxLength: 4 },
    ),
    openGraph: fc.dictionary(fc.constantFrom('og:title', 'product:price:amount', 'og:url'), fc.string()),
    microdata: fc.jsonValue({ maxDepth: 4 }),
  },
  { requiredKeys: [] },
);

const name = fc.constantFrom(
  'name',
  'price',
  'author',
  'weightKg',
  'rooms',
  'phone',
  'date',
  'цена',
  'inStock',
  'tags',
  '__proto__',
  'valueOf',
  '',
);
const leaf = fc.constantFrom<object>(
  { type: 'string' },
  { type: 'number' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'string', format: 'date' },
  { type: 'string', enum: ['iron', 'In stock'] },
  { $ref: '#' },
);
const { schema } = fc.letrec<{ schema: object; property: object }>((tie) => ({
  property: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('schema'),
    tie('schema').map((items) => ({ type: 'array', items })),
    leaf.map((items) => ({ type: 'array', items })),
  ),
  schema: fc
    .dictionary(name, tie('property'), { maxKeys: 5 })
    .map((properties) => ({ type: 'object', properties })),
}));

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (inner, part) => (inner as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    );

function leavesOf(value: unknown): number {
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, child) => sum + leavesOf(child), 0)
    : 1;
}

describe('extraction without a model', () => {
  test('gives items whose every leaf has evidence, whatever the page and the schema', () => {
    fc.assert(
      fc.property(html, declared, schema, (markup, json, wanted) => {
        const page: ExtractionPage = {
          url: 'https://a.example/',
          markdown: '',
          lines: linesOf(markup),
          declared: json,
          metadata: {},
          links: [],
        };

        for (const { value, evidence } of extractEmbedded(page, wanted as Record<string, unknown>)) {
          expect(leavesOf(value)).toBe(evidence.length);
          for (const { path, quote } of evidence) {
            expect(at(value, path)).toBeDefined();
            expect(quote).not.toBe('');
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('answers the same when asked again', () => {
    fc.assert(
      fc.property(html, declared, schema, (markup, json, wanted) => {
        const page: ExtractionPage = {
          url: 'https://a.example/',
          markdown: '',
          lines: linesOf(markup),
          declared: json,
          metadata: {},
          links: [],
        };
        const once = extractEmbedded(page, wanted as Record<string, unknown>);

        expect(extractEmbedded(page, wanted as Record<string, unknown>)).toEqual(once);
      }),
      { numRuns: 50 },
    );
  });
});
