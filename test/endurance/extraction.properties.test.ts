import { noLines } from '#shared/content/formats/page-lines.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createExtractPage } from '#shared/extract/extract-page.ts';
import { extractionJson } from '#shared/extract/extraction-json.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import { memoryModel, type ScriptedAnswer } from '../fakes/memory-model.ts';

type Schema = Readonly<Record<string, unknown>>;

const triples = 400;
const names = ['name', 'price', 'date', 'tags', 'url', 'maker', 'inStock', 'a/b~c', '__proto__x'];
const words = fc.constantFrom(
  'Alder pan',
  '64',
  '1 299,90 ₽',
  '12 марта 2026',
  'https://shop.test/pan',
  'true',
  '',
  'ok',
);

const leafSchema: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema[]>(
    { type: 'string' },
    { type: 'number' },
    { type: 'integer', minimum: 0 },
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'email' },
    { type: 'string', format: 'uri' },
    { enum: ['InStock', 'SoldOut', 3] },
    { anyOf: [{ type: 'number' }, { type: 'null' }] },
    { type: 'string', pattern: '^[A-Z]' },
    { type: 'array', items: { type: 'string' }, minItems: 1 },
    { const: 'pan' },
  ),
);

const objectSchema = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), property, { minKeys: 1, maxKeys: 5 }),
      fc.array(fc.constantFrom(...names), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([properties, required, isClosed]) => ({
      type: 'object',
      properties,
      required: [...new Set(required)].filter((name) => Object.hasOwn(properties, name)),
      ...(isClosed ? { additionalProperties: false } : {}),
    }));

const nested = objectSchema(
  fc.oneof(
    { weight: 4, arbitrary: leafSchema },
    { weight: 1, arbitrary: objectSchema(leafSchema) },
    { weight: 1, arbitrary: objectSchema(leafSchema).map((items) => ({ type: 'array', items })) },
  ),
);

const rootSchema: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 4, arbitrary: nested },
  { weight: 1, arbitrary: nested.map((items) => ({ type: 'array', items, maxItems: 3 })) },
  {
    weight: 1,
    arbitrary: nested.map((items) => ({
      type: 'object',
      properties: { results: { type: 'array', items } },
      required: ['results'],
      additionalProperties: false,
    })),
  },
  { weight: 1, arbitrary: nested.map((node) => ({ $ref: '#/$defs/thing', $defs: { thing: node } })) },
);

/** Values that are nearly what was asked for, and values that are not. */
const anyLeaf = fc.oneof(
  words,
  fc.integer({ min: -5, max: 2_000 }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);
const anyItem = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...names, 'extra'),
    fc.oneof(anyLeaf, fc.array(anyLeaf, { maxLength: 3 }), fc.dictionary(fc.constantFrom(...names), anyLeaf)),
    { maxKeys: 6 },
  ),
  anyLeaf,
  fc.jsonValue({ maxDepth: 3 }),
);
const answer: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .oneof(
        fc.array(anyItem, { maxLength: 4 }).map((items) => ({ items })),
        fc.array(anyItem, { maxLength: 4 }).map((results) => ({ items: [{ results }] })),
        anyItem,
      )
      .chain((value) =>
        fc.constantFrom(
          JSON.stringify(value),
          `Here:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
          JSON.stringify(value).slice(0, -2),
        ),
      )
      .map((text) => ({ kind: 'text' as const, text })),
  },
  { weight: 1, arbitrary: fc.string().map((text) => ({ kind: 'text' as const, text })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ScriptedAnswer[]>({ kind: 'refusal' }, { kind: 'too-long' }, { kind: 'down' }),
  },
);

const page: fc.Arbitrary<ExtractionPage> = fc.array(words, { maxLength: 8 }).map((lines) => ({
  url: 'https://shop.test/pan',
  markdown: lines.join('\n\n'),
  lines: noLines,
  declared:
    lines.length > 4 ? { jsonLd: [{ '@type': 'Product', name: lines[0], offers: { price: lines[1] } }] } : {},
  links: [],
  metadata: {},
}));

// One for all schemas: it compiles its meta-schema once, which takes longer than all schemas of these tests.
const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

/** The schema as a caller would check it, apart from the service's own validator. */
function callersCheck(schema: Schema): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value);
}

/** What a caller validates: a result without the address that the service adds to it. */
const withoutAddress = (result: unknown, schema: Schema): unknown => {
  const properties = (schema['properties'] ??
    (schema['$defs'] as { thing?: Schema } | undefined)?.thing?.['properties'] ??
    (schema['items'] as Schema | undefined)?.['properties']) as Schema | undefined;
  if (typeof result !== 'object' || result === null || properties?.['url'] !== undefined) return result;
  const { url: _url, ...own } = result as Record<string, unknown>;
  return own;
};

function problemOf(json: Schema, schema: Schema): string | undefined {
  const isValid = callersCheck(schema);
  const results = json['results'] as readonly unknown[];
  const asksForResults = (schema['properties'] as Schema | undefined)?.['results'] !== undefined;
  if (asksForResults) return isValid(json) ? undefined : 'the whole answer';
  const values = results.map((result) => withoutAddress(result, schema));
  const areValid = schema['type'] === 'array' ? isValid(values) : values.every(isValid);
  return areValid ? undefined : 'a result';
}

const told = ['EXTRACTION_SCHEMA_ERROR', 'MODEL_UNAVAILABLE', 'MODEL_REFUSED'] as const;

/** What becomes of one triple: a valid answer, an honest failure, or what is wrong. */
async function outcomeOf(
  schema: Schema,
  read: ExtractionPage,
  answers: readonly ScriptedAnswer[],
  requireEvidence: boolean,
): Promise<string> {
  let questions = 0;
  const model = memoryModel(() => answers[questions++] ?? { kind: 'down' });
  try {
    const prepared = await prepareTask({ prompt: 'What the keeper sees', schema, requireEvidence });
    const { items } = await createExtractPage(model)(read, prepared, deadlineIn(10_000, systemClock));
    const json = extractionJson(items, prepared, {
      extractedAt: '2026-11-21T12:00:00.000Z',
      processingModel: model.name,
      failures: [],
      showSources: true,
    });
    return problemOf(json, schema) ?? (items.length > 0 ? 'valid' : 'empty');
  } catch (error) {
    return isAppError(error, ...told) ? 'told' : `thrown: ${String(error)}`;
  }
}

test(
  `no answer of ${triples} faulty models to as many schemas and pages is invalid`,
  { timeout: 120_000 },
  async () => {
    const counts = new Map<string, number>();

    await fc.assert(
      fc.asyncProperty(
        rootSchema,
        page,
        fc.tuple(answer, answer),
        fc.boolean(),
        async (schema, read, answers, requireEvidence) => {
          const outcome = await outcomeOf(schema, read, answers, requireEvidence);
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          expect(['valid', 'empty', 'told']).toContain(outcome);
        },
      ),
      { numRuns: triples, seed: 20_261_121 },
    );

    // A property that only ever sees failures would prove nothing.
    expect(counts.get('valid')).toBeGreaterThan(triples / 10);
  },
);
