import { describe, expect, test } from 'vitest';

import { strictSchema } from '#shared/llm/strict-schema.ts';

const propertyOf = (property: unknown, definitions = {}): unknown =>
  (
    strictSchema({ type: 'object', properties: { it: property }, required: ['it'], ...definitions }) as
      | { readonly properties: Readonly<Record<string, unknown>> }
      | undefined
  )?.properties['it'];

describe('the strict subset of a schema', () => {
  test('requires every property, with optional ones nullable', () => {
    expect(
      strictSchema({
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, description: 'Its name' },
          tags: { type: 'array', items: { enum: ['a', 'b'] } },
        },
        required: ['name'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Its name' },
        tags: { anyOf: [{ type: 'array', items: { enum: ['a', 'b'] } }, { type: 'null' }] },
      },
      required: ['name', 'tags'],
      additionalProperties: false,
    });
  });

  test.for([
    [
      'an object that may be null',
      { type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] },
      {
        anyOf: [
          {
            type: 'object',
            properties: { a: { type: 'string' } },
            required: ['a'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
    ],
    [
      'a list that may be null',
      { type: ['array', 'null'], items: { type: 'string' } },
      { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    ],
    [
      'what OpenAPI calls nullable',
      { type: 'string', nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['several plain types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ] as const)('allows null for %s', ([, property, expected]) => {
    expect(propertyOf(property)).toEqual(expected);
  });

  test('has nothing beside a reference', () => {
    const definitions = { $defs: { money: { type: 'number' } } };

    expect(propertyOf({ $ref: '#/$defs/money', description: 'In euros' }, definitions)).toEqual({
      $ref: '#/$defs/money',
    });
  });

  test('keeps definitions under both of their names', () => {
    const definitions = { $defs: { a: { type: 'string' } }, definitions: { b: { type: 'number' } } };

    expect(
      strictSchema({ type: 'object', properties: { it: { type: 'string' } }, ...definitions }),
    ).toMatchObject(definitions);
  });

  test.for([
    ['a value of any type', { type: 'object', properties: { it: { description: 'Anything' } } }],
    [
      'a property that is required and not described',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['b'] },
    ],
    ['an open object', { type: 'object' }],
    ['names by pattern', { type: 'object', patternProperties: { '^a': {} } }],
    ['a condition', { if: { type: 'string' } }],
    ['an open object inside', { type: 'object', properties: { a: { type: 'object' } } }],
    ['a list of anything', { type: 'array' }],
    ['a list of several types', { type: 'object', properties: { it: { type: ['array', 'string'] } } }],
  ] as const)('cannot express %s', ([, schema]) => {
    expect(strictSchema(schema)).toBeUndefined();
  });
});
