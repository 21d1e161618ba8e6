import { noLines } from '#shared/content/formats/page-lines.ts';
import { describe, expect, test } from 'vitest';

import { settingOf } from '#shared/extract/embedded/extraction-page.ts';
import { coerceItem } from '#shared/extract/model/coerce-item.ts';

const fitted = (value: unknown, schema: Readonly<Record<string, unknown>>, language?: string): unknown =>
  coerceItem(
    value,
    schema,
    schema,
    settingOf({
      url: 'https://shop.test/',
      markdown: '',
      lines: noLines,
      declared: {},
      links: [],
      metadata: language === undefined ? {} : { language },
    }),
  );

const name = { name: { type: 'string' } };
const price = { price: { type: 'number' } };

describe('a value in the schema’s types', () => {
  test.for([
    ['de', '1.299 €', 1299, '03.04.2026', '2026-04-03'],
    ['en-US', '1,299 $', 1299, '03/04/2026', '2026-03-04'],
    ['en-GB', '£1,299', 1299, '03/04/2026', '2026-04-03'],
    ['ru', '1 299,50 ₽', 1299.5, '03.04.2026', '2026-04-03'],
  ] as const)('is read in the language of the page: %s', ([language, cost, number, day, date]) => {
    const schema = {
      type: 'object',
      properties: { price: { type: 'number' }, day: { type: 'string', format: 'date' } },
    };

    expect(fitted({ price: cost, day }, schema, language)).toEqual({ price: number, day: date });
  });

  test('keeps the properties of the best fitting member of a choice', () => {
    const choice = {
      anyOf: [
        { type: 'object', properties: { kind: { const: 'rent' }, ...name } },
        { type: 'object', properties: { kind: { const: 'sale' }, ...price } },
      ],
    };

    expect(fitted({ kind: 'sale', price: '64 €' }, choice)).toEqual({ kind: 'sale', price: 64 });
    expect(fitted({ kind: 'rent', name: 'Flat' }, choice)).toEqual({ kind: 'rent', name: 'Flat' });
  });

  test.for([
    ['in parts', { type: 'object', properties: name, allOf: [{ properties: price, required: ['price'] }] }],
    [
      'beside a reference',
      {
        $ref: '#/$defs/named',
        properties: price,
        $defs: { named: { type: 'object', properties: name } },
      },
    ],
    ['around a choice', { type: 'object', properties: name, anyOf: [{ properties: price }] }],
  ] as const)('has the properties of a schema %s', ([, schema]) => {
    expect(fitted({ name: 'Pan', price: '64', mood: 'good' }, schema)).toEqual({ name: 'Pan', price: 64 });
  });

  test.for([
    ['a list of types', { type: ['string', 'null'] }],
    ['a choice', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['nullable', { type: 'string', nullable: true }],
    ['a reference', { $ref: '#/$defs/text' }],
  ] as const)('is null where it is required, missing, and may be null by %s', ([, warranty]) => {
    const schema = {
      type: 'object',
      properties: {
        ...name,
        warranty,
        lid: { type: 'object', properties: { warranty }, required: ['warranty'] },
      },
      required: ['name', 'warranty', 'lid'],
      $defs: { text: { type: ['string', 'null'] } },
    };

    expect(fitted({ lid: {} }, schema)).toEqual({ warranty: null, lid: { warranty: null } });
    expect(fitted({ warranty: '2 years' }, schema)).toEqual({ warranty: '2 years' });
    expect(fitted({}, { ...schema, required: [] })).toEqual({});
  });

  test('has the properties that a schema requires without naming them', () => {
    const schema = { type: 'object', properties: name, required: ['name', 'price'] };

    expect(fitted({ name: 'Pan', price: 64, mood: 'good' }, schema)).toEqual({ name: 'Pan', price: 64 });
  });

  test('has conditional properties', () => {
    const schema = {
      type: 'object',
      properties: name,
      if: { properties: { name: { const: 'Lid' } } },
      else: { properties: price, required: ['price'] },
    };

    expect(fitted({ name: 'Pan', price: 64 }, schema)).toEqual({ name: 'Pan', price: 64 });
  });

  test('is matched to choices of choices without visiting all combinations', () => {
    const levels = Array.from({ length: 6 }, (_, level) => [
      `level${level}`,
      { anyOf: [{}, ...Array.from({ length: 60 }, () => ({ $ref: `#/$defs/level${level + 1}` }))] },
    ]);
    const $defs = { ...Object.fromEntries(levels), level6: { type: 'string' } };

    expect(fitted('Pan', { $ref: '#/$defs/level0', $defs })).toBe('Pan');
  });
});
