import { afterEach, describe, expect, test } from 'vitest';

import { systemClock } from '#shared/kernel/clock.ts';
import { productionProviders } from '#shared/search/providers/production-providers.ts';
import {
  type AnswerProvider,
  type ProviderServer,
  searxngAnswers,
  startProvider,
} from './provider-server.ts';

const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});
const serve = async (answer: AnswerProvider): Promise<ProviderServer> => {
  const server = await startProvider(answer);
  servers.push(server);
  return server;
};

const known = [{ url: 'https://a.example/', title: 'A', snippet: '' }];
const listFrom = ({ url }: ProviderServer) => {
  const [searxng] = productionProviders(
    { SEARCH_PROVIDERS: ['searxng'], SEARXNG_URL: url, USER_AGENT_TOKEN: 'WinnowBot' },
    systemClock,
  );
  return searxng?.list({ terms: 'sieve', source: 'web', limit: 1 }, { signal: AbortSignal.timeout(2_000) });
};

describe('the URL of a provider', () => {
  test('may be private, because the operator set it', async () => {
    expect(await listFrom(await serve(searxngAnswers(known)))).toMatchObject({
      entries: [{ url: 'https://a.example/' }],
    });
  });

  test('does not allow private targets of its redirects', async () => {
    const inside = await serve(searxngAnswers(known));
    const provider = await serve((_asked, response) => {
      response.writeHead(302, { location: `${inside.url}/search` });
      response.end();
    });

    await expect(listFrom(provider)).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });
    expect(inside.asked).toEqual([]);
  });
});

test('providers come in the operator’s order, each once', () => {
  const providers = productionProviders(
    {
      SEARCH_PROVIDERS: ['brave', 'duckduckgo', 'brave'],
      BRAVE_SECRET_ARN: 'arn',
      USER_AGENT_TOKEN: 'WinnowBot',
    },
    systemClock,
  );

  expect(providers.map(({ name }) => name)).toEqual(['brave', 'duckduckgo']);
});
