import { describe, expect, onTestFinished, test } from 'vitest';

import { modelAt } from '../llm/openai-model.ts';
import { type FaultName, faultNames } from '../fakes/openai-server/faults.ts';
import { startOpenaiServer } from '../fakes/openai-server/openai-server.ts';
import { extractionService, jsonOf } from './extraction-service.ts';

const url = 'https://shop.test/pan';
const pages = {
  [url]:
    '<!doctype html><title>Pan</title><main><h1>Alder pan</h1><p>It costs 64 euros and weighs 3.1 kg, which is a lot for a pan.</p></main>',
};
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};
const prompt = 'How much is the heavy pan?';

/** What a caller gets of each fault: `delivered`, or a status and a code. */
const outcomes: Readonly<Record<FaultName, 'delivered' | readonly [status: number, code: string]>> = {
  'never answers': [408, 'EXTRACT_TIMEOUT'],
  'sends headers and stops': [408, 'EXTRACT_TIMEOUT'],
  'drips a byte at a time': [408, 'EXTRACT_TIMEOUT'],
  'resets the connection': [503, 'MODEL_UNAVAILABLE'],
  'resets in the middle of its answer': [503, 'MODEL_UNAVAILABLE'],
  'is too busy': [503, 'MODEL_UNAVAILABLE'],
  'is too busy for a moment': 'delivered',
  'is too busy for an hour': [503, 'MODEL_UNAVAILABLE'],
  'fails inside': [503, 'MODEL_UNAVAILABLE'],
  'fails inside once': 'delivered',
  'is behind a broken proxy': [503, 'MODEL_UNAVAILABLE'],
  'refuses the key': [503, 'MODEL_UNAVAILABLE'],
  'does not know the model': [503, 'MODEL_UNAVAILABLE'],
  'finds the question too long': [503, 'MODEL_UNAVAILABLE'],
  'has no structured outputs': 'delivered',
  'has no response formats': 'delivered',
  'has structured outputs and no JSON mode': 'delivered',
  'fails to generate JSON once': 'delivered',
  'takes no temperature': 'delivered',
  'has a strict chat template': 'delivered',
  'thinks aloud': 'delivered',
  'thinks for long at first': 'delivered',
  'thinks, and gives short answers only': [503, 'MODEL_UNAVAILABLE'],
  'is cut off, and then thinks without end': [503, 'MODEL_UNAVAILABLE'],
  'thinks without end': [503, 'MODEL_UNAVAILABLE'],
  'refuses to answer': [422, 'MODEL_REFUSED'],
  'filters the question': [422, 'MODEL_REFUSED'],
  'filters its answer': [422, 'MODEL_REFUSED'],
  'says nothing': [503, 'MODEL_UNAVAILABLE'],
  'has no choices': [503, 'MODEL_UNAVAILABLE'],
  'reports its error as a success': [503, 'MODEL_UNAVAILABLE'],
  'is cut off at its limit': [503, 'MODEL_UNAVAILABLE'],
  'is cut off and does not say so': [422, 'EXTRACTION_SCHEMA_ERROR'],
  'answers in prose': [422, 'EXTRACTION_SCHEMA_ERROR'],
  'puts its JSON into prose': 'delivered',
  'adds fields': 'delivered',
  'mixes up types': [422, 'EXTRACTION_SCHEMA_ERROR'],
  'sends null bytes': 'delivered',
  'never stops talking': [503, 'MODEL_UNAVAILABLE'],
};

const failing = faultNames.flatMap((fault) => {
  const outcome = outcomes[fault];
  return outcome === 'delivered' ? [] : [[fault, ...outcome] as const];
});

async function extractWith(fault: FaultName, timeout: number) {
  const server = await startOpenaiServer(
    () => JSON.stringify({ items: [{ name: 'Alder pan', price: 64 }] }),
    fault,
  );
  onTestFinished(server.close);
  const { extract, used } = extractionService({ pages, model: modelAt(server) });
  const reply = await extract({ urls: [url], prompt, schema, timeout });
  return { reply, used: await used() };
}

describe('a model that', () => {
  test.for(faultNames.filter((fault) => outcomes[fault] === 'delivered'))(
    '%s: is got around',
    async (fault) => {
      const { reply, used } = await extractWith(fault, 20_000);

      expect([reply.status, reply.body['success']]).toEqual([200, true]);
      expect(jsonOf(reply).results).toEqual([{ url, name: 'Alder pan', price: 64 }]);
      expect(used).toBe(1);
    },
  );

  test('thinks without end: is not told about the length of a page that fits', async () => {
    const { reply } = await extractWith('thinks without end', 20_000);

    expect(reply.body['error']).toBe('The model used up its tokens before it answered.');
  });

  test('is cut off at its limit: is too long in its answer about a short page', async () => {
    const { reply } = await extractWith('is cut off at its limit', 20_000);

    expect(reply.body['error']).toBe('The answer about the page is too long for the configured model.');
  });

  test.for(failing)('%s: %d %s, in time and without a charge', async ([fault, status, code]) => {
    const timeout = code === 'EXTRACT_TIMEOUT' ? 1_000 : 20_000;

    const { reply, used } = await extractWith(fault, timeout);

    expect([reply.status, reply.body['code']]).toEqual([status, code]);
    expect(reply.body).toMatchObject({ success: false, url, data: { json: {} } });
    expect(reply.body['processingTime']).toBeLessThan(timeout + 1_000);
    expect(JSON.stringify(reply.body)).not.toContain('sk-secret');
    expect(used).toBe(0);
  });
});
