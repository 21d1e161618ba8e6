import { describe, expect, test } from 'vitest';

import { asksForMore, declaredProperties, withoutProperties } from '#shared/extract/declared-first.ts';

const schema = {
  type: 'object',
  properties: {
    productName: { type: 'string' },
    price: { type: 'number', description: 'Цена' },
    offer: { type: 'object', properties: { price: { type: 'number' }, stock: { type: 'string' } } },
  },
};

describe('a prompt beside a schema', () => {
  test.for([
    'Extract the product name and price',
    'Get the prices from this page, please.',
    'Извлеки цену товара',
    undefined,
  ])('wants no more than the schema in %j', (prompt) => {
    expect(asksForMore({ prompt, schema, requireEvidence: false })).toBe(false);
  });

  test.for([
    'The price without tax',
    'All products and their prices',
    'Product name in French',
    'Только товары дешевле 500 рублей',
  ])('wants more than the schema in %j', (prompt) => {
    expect(asksForMore({ prompt, schema, requireEvidence: false })).toBe(true);
  });

  test('wants more without a schema, or with a system prompt', () => {
    expect(asksForMore({ prompt: 'The price', requireEvidence: false })).toBe(true);
    expect(asksForMore({ schema, systemPrompt: 'Round prices up', requireEvidence: false })).toBe(true);
  });
});

describe('declared data', () => {
  const declared = (path: string) => ({ path, quote: 'q', origin: 'declared' as const });

  test('answers a field only when all of it is declared', () => {
    const whole = {
      value: { offer: { price: 1, stock: 'in' }, price: 1 },
      evidence: [
        declared('/offer/price'),
        declared('/offer/stock'),
        { ...declared('/price'), origin: 'label' as const },
      ],
    };
    const part = { value: { offer: { price: 1 } }, evidence: [declared('/offer/price')] };

    expect(declaredProperties(whole, schema)).toEqual(['offer']);
    expect(declaredProperties(part, schema)).toEqual([]);
  });

  test('is left out of the question, except properties that others refer to', () => {
    const amount = { type: 'object', properties: { value: { type: 'number' } } };
    const properties = { name: { type: 'string' }, price: amount, oldPrice: { $ref: '#/properties/price' } };
    const entry = { type: 'object', properties, required: ['name', 'price'] };

    expect(withoutProperties(entry, ['name', 'price'])).toEqual({
      type: 'object',
      properties: { price: amount, oldPrice: { $ref: '#/properties/price' } },
      required: ['price'],
    });
    expect(withoutProperties(entry, ['name', 'price', 'oldPrice'])).toBeUndefined();
  });
});
