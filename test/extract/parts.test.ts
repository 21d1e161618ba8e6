import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { chunkText } from '#shared/extract/model/chunk-text.ts';
import { mergeParts } from '#shared/extract/model/merge-values.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';

const unseen = () => false;
const prepared = (schema: JsonObject) => prepareTask({ schema, requireEvidence: false });

describe('the parts of a page', () => {
  test('begin at its headings', () => {
    const section = (name: string) => `## ${name}\n\n${'A sentence about it. '.repeat(10)}\n\n`;

    const parts = chunkText(`${section('One')}${section('Two')}${section('Three')}`, 300);

    expect(parts.map((part) => part.split('\n')[0])).toEqual(['## One', '## Two', '## Three']);
  });

  test('repeat the head of a table with its rows', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| Pan ${index} | ${index} € |`).join('\n');

    const parts = chunkText(`| Name | Price |\n| --- | --- |\n${rows}`, 300);

    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toMatch(/^\| Name \| Price \|\n\| --- \| --- \|\n\| Pan/);
  });

  test('lose nothing, and none exceeds the limit', () => {
    const text = fc
      .array(fc.constantFrom('word ', '\n', '\n\n', '# Head\n', '. ', 'aaaaaaaaaaaa', 'слово '), {
        maxLength: 300,
      })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 200 }), (whole, most) => {
        const parts = chunkText(whole, most);

        expect(parts.join('').replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('the merged items of the parts of a page', () => {
  test('are one when each part has a piece of it', () => {
    const parts = [
      [{ name: 'Alder pan', price: null, tags: ['iron'] }],
      [{ name: 'alder pan', price: 64, tags: ['Iron', 'heavy'] }],
      [],
    ];

    expect(mergeParts(parts, unseen)).toEqual([{ name: 'Alder pan', price: 64, tags: ['iron', 'heavy'] }]);
  });

  test('are one also when only one part has its URL', () => {
    const parts = [[{ name: 'Alder pan', url: 'https://shop.test/pan' }], [{ name: 'Alder pan', price: 64 }]];

    expect(mergeParts(parts, unseen)).toEqual([
      { name: 'Alder pan', url: 'https://shop.test/pan', price: 64 },
    ]);
  });

  test('stay apart when they share the page’s URL only', () => {
    const url = 'https://shop.test/';

    expect(
      mergeParts(
        [
          [
            { name: 'Pan', url },
            { name: 'Lid', url },
          ],
        ],
        unseen,
      ),
    ).toHaveLength(2);
  });

  test('stay apart when things of one name differ', () => {
    const sizes = [
      { name: 'Shirt', size: 'M' },
      { name: 'Shirt', size: 'L' },
    ];

    expect(mergeParts([sizes, [{ name: 'Shirt', size: 'L', price: 9 }]], unseen)).toEqual([
      { name: 'Shirt', size: 'M' },
      { name: 'Shirt', size: 'L', price: 9 },
    ]);
  });

  test.for([
    ['a statement', [{ text: 'Coffee', amount: 3.5 }, { text: 'Coffee', amount: 3.5 }, { text: 'Rent' }]],
    [
      'people',
      [
        { name: 'John Smith', role: 'Editor' },
        { name: 'John Smith', city: 'Leeds' },
      ],
    ],
  ] as const)('keep each row of %s that one part lists', ([, rows]) => {
    expect(mergeParts([rows], unseen)).toEqual(rows);
    expect(mergeParts([[{ name: 'Other' }], rows], unseen)).toEqual([{ name: 'Other' }, ...rows]);
  });

  test('are as many as the part that lists the most of them', () => {
    const coffee = { name: 'Coffee', amount: 3.5 };

    expect(mergeParts([[coffee, coffee], [coffee]], unseen)).toEqual([coffee, coffee]);
    expect(mergeParts([[coffee], [coffee, coffee]], unseen)).toEqual([coffee, coffee]);
  });

  test('are completed by an entry of a later part, an equal one before another', () => {
    const people = [{ name: 'John Smith', role: 'Editor' }, { name: 'John Smith' }];
    const later = [{ name: 'John Smith', city: 'Leeds' }, { name: 'John Smith' }];

    expect(mergeParts([people, later], unseen)).toEqual([
      { name: 'John Smith', role: 'Editor', city: 'Leeds' },
      { name: 'John Smith' },
    ]);
  });

  test('are compared with a bounded number of things of one name', () => {
    const readsOf = (count: number): number => {
      let reads = 0;
      const sizes = Array.from({ length: count }, (_, size) => ({
        name: 'Shirt',
        get size() {
          reads += 1;
          return size;
        },
      }));
      expect(mergeParts([sizes, [{ name: 'Shirt', size: count - 1, price: 9 }]], unseen)).toHaveLength(count);
      return reads;
    };

    expect(readsOf(800) / readsOf(400)).toBeLessThan(2.5);
  });

  test('have no repeats, however many things of that name are between', () => {
    const sizes = Array.from({ length: 500 }, (_, size) => ({ name: 'Shirt', size }));

    expect(mergeParts([sizes, sizes], unseen)).toEqual(sizes);
  });

  test('are two when parts have different names', () => {
    expect(mergeParts([[{ name: 'Pan' }], [{ name: 'Lid' }]], unseen)).toEqual([
      { name: 'Pan' },
      { name: 'Lid' },
    ]);
  });

  test('have no repeats in lists', () => {
    const parts = [
      [{ name: 'Pan', price: 1 }, { name: 'Lid' }],
      [{ name: 'Lid', price: 2 }, { name: 'Knife' }],
    ];

    expect(mergeParts(parts, unseen)).toEqual([
      { name: 'Pan', price: 1 },
      { name: 'Lid', price: 2 },
      { name: 'Knife' },
    ]);
  });

  test('have the value that is on the page, when two contradict', () => {
    const isSeen = (value: unknown) => value === 64;

    expect(mergeParts([[{ price: 59 }], [{ price: 64 }]], isSeen)).toEqual([{ price: 64 }]);
    expect(mergeParts([[{ price: 64 }], [{ price: 59 }]], isSeen)).toEqual([{ price: 64 }]);
  });
});

describe('the validator of a caller’s schema', () => {
  test.for([
    ['2020-12 without being told', { type: 'array', prefixItems: [{ type: 'string' }] }, [1]],
    [
      'draft 7 by name',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] },
      [1],
    ],
    ['formats', { type: 'string', format: 'date' }, '12 March 2026'],
    ['patterns', { type: 'string', pattern: '^\\p{Lu}' }, 'pan'],
    ['local references', { $ref: '#/$defs/a', $defs: { a: { type: 'number' } } }, 'a'],
  ] as const)('supports %s', async ([, schema, wrong]) => {
    const { problems } = await prepared(schema);

    expect(problems(wrong)).toHaveLength(1);
  });

  test('accepts the strings of Zod, and checks their formats', async () => {
    const { schema, email } = { schema: z.email(), email: 'ada@shop.test' };
    const strings = [schema, z.iso.duration(), z.hostname(), z.emoji(), z.iso.date(), z.url(), z.uuid()];
    for (const one of strings) await prepared(z.toJSONSchema(one));

    const { problems } = await prepared(z.toJSONSchema(schema));
    expect([problems(email).length, problems('none').length > 0]).toEqual([0, true]);
  });

  test.for([
    ['exclusive limits of draft 4', { minimum: 0, exclusiveMinimum: true }, 1, 0],
    ['limits of draft 4 that are not exclusive', { maximum: 5, exclusiveMaximum: false }, 5, 6],
    ['exclusive limits of today', { exclusiveMinimum: 0 }, 1, 0],
    ['a nullable reference', { nullable: true, allOf: [{ $ref: '#/$defs/name' }] }, null, 1],
    ['a nullable choice', { nullable: true, enum: ['in', 'out'] }, null, 'x'],
    ['a nullable choice of one type', { type: 'string', nullable: true, enum: ['in', 'out'] }, null, 'x'],
    ['a nullable choice of schemas', { nullable: true, anyOf: [{ type: 'string' }] }, null, 1],
    ['what is not nullable', { nullable: false, anyOf: [{ type: 'string' }] }, 'a', null],
    ['a property called nullable', { properties: { nullable: { type: 'boolean' } } }, { nullable: true }, 0],
  ] as const)('reads %s', async ([, field, right, wrong]) => {
    const { problems } = await prepared({
      type: 'object',
      properties: { field: { ...('properties' in field ? { type: 'object' } : {}), ...field } },
      $defs: { name: { type: 'string' } },
    });

    expect(problems({ field: right })).toEqual([]);
    expect(problems({ field: wrong })).not.toEqual([]);
  });

  test('reports problems so that a model can repair them', async () => {
    const { problems } = await prepared({
      type: 'object',
      properties: { price: { type: 'number' }, stock: { enum: ['in', 'out'] } },
      required: ['name'],
      additionalProperties: false,
    });

    expect(problems({ price: 'a', stock: 'x', mood: 1 })).toEqual([
      "the result must have required property 'name'",
      'the result must NOT have additional properties (mood)',
      '/price must be number',
      '/stock must be equal to one of the allowed values (["in","out"])',
    ]);
  });
});
