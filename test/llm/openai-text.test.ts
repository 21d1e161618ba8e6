import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { openaiText } from '#shared/llm/openai-text.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** An OpenAI-compatible endpoint on loopback. */
async function startModel(answer: (response: ServerResponse) => void) {
  const asked: { path: string; key: string | undefined; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        asked.push({ path: request.url ?? '', key: request.headers.authorization, body });
        answer(response);
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { asked, model: openaiText({ baseUrl, apiKey: 'model-key', model: 'local-1' }) };
}

const saying = (content: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'c1',
      object: 'chat.completion',
      model: 'local-1',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    }),
  );
};
const request = { system: 'Frame', input: 'Pages', signal: AbortSignal.timeout(5_000) };

describe('a model behind an OpenAI-compatible endpoint', () => {
  test('is asked with the frame as its system message, and answers with text', async () => {
    const { asked, model } = await startModel(saying('Pans rust [1].'));

    expect(await model.writeText(request)).toBe('Pans rust [1].');
    expect(asked).toEqual([
      {
        path: '/v1/chat/completions',
        key: 'Bearer model-key',
        body: {
          model: 'local-1',
          messages: [
            { role: 'system', content: 'Frame' },
            { role: 'user', content: 'Pages' },
          ],
        },
      },
    ]);
  });

  test('that refuses is MODEL_UNAVAILABLE, without a word of its answer', async () => {
    const { model } = await startModel((response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"bad key model-key"}}');
    });

    await expect(model.writeText(request)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The model did not answer.',
    });
  });

  test('that hangs ends with the signal', async () => {
    const { model } = await startModel(() => {});

    await expect(model.writeText({ ...request, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});
