import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { settingsWithModel } from '../../lib/commands/model-settings.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';

/** An endpoint that lists these models. */
async function endpointWith(...ids: readonly string[]): Promise<string> {
  const server = await serveLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }));
  });
  onTestFinished(server.close);
  return `${server.url}/v1`;
}

describe('npm start -- --llm', () => {
  beforeEach(() => {
    vi.stubEnv('LLM_MODEL', undefined);
    vi.stubEnv('OPENAI_BASE_URL', undefined);
  });
  afterEach(() => vi.unstubAllEnvs());

  test('uses the first model of the endpoint that answers questions', async () => {
    const endpoint = await endpointWith('text-embedding-nomic-embed-text-v1.5', 'bge-m3:latest', 'qwen3:8b');
    const steps: string[] = [];

    const settings = await settingsWithModel(endpoint, undefined, (step) => void steps.push(step));

    expect(settings).toMatchObject({ LLM_MODEL: 'qwen3:8b', OPENAI_BASE_URL: endpoint });
    expect(steps).toEqual(['using the model qwen3:8b']);
  });

  test('says what to set when the endpoint has models for embeddings only', async () => {
    const endpoint = await endpointWith('nomic-embed-text:latest');

    await expect(settingsWithModel(endpoint, undefined, () => {})).rejects.toThrow(
      `${endpoint} lists no chat model. Set LLM_MODEL to the name of the one to use.`,
    );
  });

  test.for([
    [401, 'Set OPENAI_API_KEY'],
    [404, 'ends with /v1'],
    [500, 'Set LLM_MODEL'],
  ] as const)('says what to do about an endpoint that answers with %d', async ([status, remedy]) => {
    const server = await serveLoopback((_request, response) => response.writeHead(status).end('{}'));
    onTestFinished(server.close);

    const settings = settingsWithModel(server.url, undefined, () => {});

    await expect(settings).rejects.toThrow(`${server.url}/models answers with status ${status}.`);
    await expect(settings).rejects.toThrow(remedy);
  });

  test('does not ask for /v1 where the URL has it', async () => {
    const server = await serveLoopback((_request, response) => response.writeHead(404).end('{}'));
    onTestFinished(server.close);

    await expect(settingsWithModel(`${server.url}/v1`, undefined, () => {})).rejects.toThrow(
      'answers with status 404. Set LLM_MODEL to the name of the one to use.',
    );
  });

  test('says that nothing answers at the address of the endpoint', async () => {
    const server = await serveLoopback(() => {});
    await server.close();

    await expect(settingsWithModel(server.url, undefined, () => {})).rejects.toThrow(
      `${server.url}/models does not answer (ECONNREFUSED).`,
    );
  });
});
