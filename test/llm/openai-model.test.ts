import OpenAI, { APIError } from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';

import { memoryModel, type ScriptedAnswer, type ScriptedQuestion } from '../fakes/memory-model.ts';
import { withoutKey } from '#shared/llm/model-failure.ts';
import { fixedSecret, keptSecret } from '#shared/kernel/secret.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import type { TokenUsage } from '#shared/llm/language-model.ts';
import type { FaultName } from '../fakes/openai-server/faults.ts';
import { startOpenaiServer } from '../fakes/openai-server/openai-server.ts';
import { languageModelContract, modelRequest } from './language-model.contract.ts';
import { modelAt, startModel } from './openai-model.ts';

languageModelContract('in memory', async (answer) => {
  let last: ScriptedQuestion | undefined;
  const model = memoryModel((question) => {
    last = question;
    return answer();
  });
  return { model, lastMessages: () => last?.messages ?? [] };
});

const faultOf = ({ kind }: ScriptedAnswer): FaultName | undefined =>
  (
    {
      text: undefined,
      refusal: 'refuses to answer',
      'too-long': 'finds the question too long',
      hang: 'never answers',
      down: 'fails inside',
    } as const
  )[kind];

languageModelContract('behind an OpenAI-compatible endpoint', async (answer) => {
  const scripted = answer();
  const said = scripted.kind === 'text' ? scripted.text : '{}';
  const server = await startOpenaiServer(() => said, faultOf(scripted));
  return {
    model: modelAt(server),
    lastMessages: () => server.asked.at(-1)?.messages ?? [],
    close: server.close,
  };
});

const priceSchema = {
  type: 'object',
  properties: { price: { type: 'number' }, note: { type: 'string' } },
  required: ['price'],
};
const price = () => '{"price": 12, "note": null}';

describe('the OpenAI-compatible adapter', () => {
  test('asks for structured output in the strict subset, with optional fields nullable', async () => {
    const { server, model } = await startModel(price);

    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(server.paths).toEqual(['/v1/chat/completions']);
    expect(server.asked[0]).toMatchObject({
      key: 'model-key',
      format: 'json_schema',
      schema: {
        type: 'object',
        properties: { price: { type: 'number' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
        required: ['price', 'note'],
        additionalProperties: false,
      },
    });
  });

  test('learns once that an endpoint has no structured outputs', async () => {
    const { server, model } = await startModel(price, 'has no structured outputs');

    const first = await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(first).toMatchObject({ kind: 'json', value: { price: 12 } });
    expect(server.asked.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test('learns nothing from an endpoint that does not say what it refuses', async () => {
    const { server, model } = await startModel(price, 'has no response formats');

    const first = await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    const formats = ['json_schema', 'json_object', 'text'];
    expect(first).toMatchObject({ kind: 'json', value: { price: 12 } });
    expect(server.asked.map(({ format }) => format)).toEqual([...formats, ...formats]);
  });

  test('keeps structured outputs where an endpoint refuses JSON mode', async () => {
    const { server, model } = await startModel(price, 'has structured outputs and no JSON mode');
    const open = { type: 'object' };

    await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: open });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: open });

    expect(server.asked.map(({ format }) => format)).toEqual([
      'json_schema',
      'json_object',
      'text',
      'json_schema',
      'text',
    ]);
  });

  test('learns nothing from one answer that is no JSON', async () => {
    const { server, model } = await startModel(price, 'fails to generate JSON once');

    await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(server.asked.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'json_schema']);
    expect(server.asked.every(({ parameters }) => parameters.includes('temperature'))).toBe(true);
  });

  test('shows the schema also to the model of an endpoint that claims to enforce it', async () => {
    const { server, model } = await startModel(price);

    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(server.asked.map(({ format }) => format)).toEqual(['json_schema']);
    expect(server.asked[0]?.messages[0]?.content).toContain('"price":{"type":"number"}');
  });

  test('begins all questions with the same schema and instructions alike, before what is new in each', async () => {
    const { server, model } = await startModel(price);

    await model.completeJson({ ...modelRequest(), schema: priceSchema });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    const beginnings = server.asked.map(({ messages }) => messages[0]?.content.split('<data-')[0]);
    expect(beginnings[0]).toContain('"price":{"type":"number"}');
    expect(beginnings[1]).toBe(beginnings[0]);
  });

  test('lets the roles alternate also when it continues a text', async () => {
    const { server, model } = await startModel(() => 'half of it', 'is cut off at its limit');

    await model.completeText(modelRequest());

    expect(server.asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  test('drops structured output for a schema that an endpoint cannot enforce, and for no other', async () => {
    const { server, model } = await startModel(price);
    const deep = Array.from({ length: 12 }).reduce<Record<string, unknown>>(
      (inner) => ({ type: 'object', properties: { inner }, required: ['inner'] }),
      { type: 'string' },
    );

    await model.completeJson({ ...modelRequest(), schema: deep });
    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(server.asked.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'json_schema']);
  });

  test('drops the temperature for a model that does not accept it', async () => {
    const { server, model } = await startModel(price, 'takes no temperature');

    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(server.asked.map(({ parameters }) => parameters.includes('temperature'))).toEqual([true, false]);
    expect(server.asked[1]?.format).toBe('json_schema');
  });

  test('retries a busy endpoint after its Retry-After', async () => {
    const waits: number[] = [];
    const { server, model } = await startModel(price, 'is too busy for a moment', {
      pause: async (ms) => void waits.push(ms),
    });

    await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect([server.asked.length, waits]).toEqual([2, [0]]);
  });

  test('gives up at once when Retry-After exceeds the deadline', async () => {
    const { server, model } = await startModel(price, 'is too busy for an hour');

    const asked = model.completeJson({ ...modelRequest(), schema: priceSchema });

    await expect(asked).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', retryAfterSeconds: 3600 });
    expect(server.asked).toHaveLength(1);
  });

  test.for([
    ['is too busy', 4],
    ['is behind a broken proxy', 4],
    ['resets the connection', 4],
    ['has no choices', 4],
    ['does not know the model', 1],
    ['refuses the key', 1],
  ] as const)('calls an endpoint that %s at most %d times', async ([fault, times]) => {
    const { server, model } = await startModel(price, fault);

    await expect(model.completeJson({ ...modelRequest(), schema: priceSchema })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The model did not answer.',
    });
    expect(server.asked).toHaveLength(times);
  });

  test('reads the key again when the endpoint refuses the kept one', async () => {
    const keys = ['old', 'new'];
    let reads = 0;
    const key = keptSecret(async () => keys[reads++] ?? '');
    const { server, model } = await startModel(price, undefined, { key });
    await model.completeText(modelRequest());
    server.setRule(price, 'refuses the key');

    await expect(model.completeText(modelRequest())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });

    expect(server.asked.map((question) => question.key)).toEqual(['old', 'new']);
  });

  test('keeps a key that an endpoint repeats out of the log', async () => {
    const { model } = await startModel(price, 'refuses the key', { key: fixedSecret('sk-secret') });

    const failure = await model.completeText(modelRequest()).catch((error: unknown) => error);

    const { cause } = failure as { cause: Error };
    expect(cause.message).toContain('Incorrect API key provided: [key]');
    expect(cause.message).not.toContain('sk-secret');
  });

  test('keeps a key out of the log also when the endpoint’s message is cut', async () => {
    const key = `sk-${'secret'.repeat(20)}`;
    const error = new APIError(401, undefined, `${'x'.repeat(480)}${key}`, undefined);

    expect(withoutKey(error, key).message).not.toContain('secret');
  });

  test('is unavailable while its key cannot be read', async () => {
    const key = keptSecret(async () => {
      throw new Error('The secret does not answer.');
    });
    const { server, model } = await startModel(price, undefined, { key });

    await expect(model.completeText(modelRequest())).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The service cannot read the key of its model.',
      cause: new Error('The secret does not answer.'),
    });
    expect(server.asked).toHaveLength(0);
  });

  test('returns a text without the thoughts before it', async () => {
    const { model } = await startModel(() => 'Pans rust [1].', 'thinks aloud');

    expect((await model.completeText(modelRequest())).text).toBe('Pans rust [1].');
  });

  test('gives more tokens once to a model whose thoughts used them up, and at once to later questions', async () => {
    const { server, model } = await startModel(price, 'thinks for long at first');

    const told: TokenUsage[] = [];
    const first = await model.completeJson({
      ...modelRequest(),
      schema: priceSchema,
      onUsage: (usage) => told.push(usage),
    });
    await model.completeText(modelRequest());

    expect(first).toMatchObject({ kind: 'json', value: { price: 12 } });
    expect(server.asked.map(({ outputTokens }) => outputTokens)).toEqual([500, 2_000, 2_000]);
    expect(told).toHaveLength(2);
  });

  test('gives up after one larger budget when the thoughts of a model do not end', async () => {
    const { server, model } = await startModel(price, 'thinks without end');

    await expect(model.completeJson({ ...modelRequest(), schema: priceSchema })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The model used up its tokens before it answered.',
    });
    await expect(model.completeText(modelRequest())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(server.asked.map(({ outputTokens }) => outputTokens)).toEqual([500, 2_000, 500, 2_000]);
  });

  test('asks for no more tokens than a model gives', async () => {
    const { server, model } = await startModel(price, 'thinks, and gives short answers only');
    const question = { ...modelRequest(), schema: priceSchema };

    await expect(model.completeJson(question)).rejects.toMatchObject({
      message: 'The model used up its tokens before it answered.',
    });
    await expect(model.completeJson(question)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(server.asked.map(({ outputTokens }) => outputTokens)).toEqual([500, 2_000, 500]);
    expect(server.asked.at(-1)?.format).toBe('json_schema');
  });

  test('keeps a text whose end the model never writes', async () => {
    const { model } = await startModel(price, 'is cut off, and then thinks without end');

    expect(await model.completeText(modelRequest())).toMatchObject({ text: 'half ', isCut: true });
  });

  test('reports a question as too long that leaves too little of the context for thoughts', async () => {
    const { server, model } = await startModel(price, 'thinks without end', { contextTokens: 2_000 });

    const completion = await model.completeJson({ ...modelRequest(), schema: priceSchema });

    expect(completion).toMatchObject({ kind: 'too-long', exceeding: 'answer' });
    expect(server.asked.map(({ outputTokens = 0 }) => outputTokens < 2_000)).toEqual([true, true]);
  });

  test('continues a text that was cut, a bounded number of times', async () => {
    const { server, model } = await startModel(() => 'half of it', 'is cut off at its limit');

    expect(await model.completeText(modelRequest())).toMatchObject({ text: 'half half half ', isCut: true });
    expect(server.asked[1]?.messages.at(-2)).toEqual({ role: 'assistant', content: 'half ' });
  });

  test('reports cut JSON as too long', async () => {
    const { model } = await startModel(price, 'is cut off at its limit');

    expect(await model.completeJson({ ...modelRequest(), schema: priceSchema })).toMatchObject({
      kind: 'too-long',
      exceeding: 'answer',
    });
  });

  test('ends an endless response', async () => {
    const { model } = await startModel(price, 'never stops talking');

    await expect(model.completeText(modelRequest(20_000))).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });

  test('counts calls, tokens and cost', async () => {
    const counts = new Map<string, number>();
    const metrics: Metrics = {
      count: (name, value = 1) => void counts.set(name, (counts.get(name) ?? 0) + value),
      flush: () => {},
    };
    const { model } = await startModel(price, undefined, { metrics, prices: { input: 0.5, output: 2 } });

    await model.completeText(modelRequest());

    expect(Object.fromEntries(counts)).toEqual({
      ModelCalls: 1,
      ModelInputTokens: 100,
      ModelOutputTokens: 10,
      ModelCostMicrodollars: 70,
    });
  });
});

describe('the OpenAI-compatible server of the tests', () => {
  test('streams to a client that asks for it', async () => {
    const server = await startOpenaiServer(() => 'One word after the other.');
    onTestFinished(server.close);
    const client = new OpenAI({ apiKey: 'k', baseURL: server.baseUrl });

    const stream = await client.chat.completions.create({
      model: 'local-1',
      stream: true,
      messages: [{ role: 'user', content: 'Hm?' }],
    });
    const pieces: string[] = [];
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? '');

    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe('One word after the other.');
  });
});
