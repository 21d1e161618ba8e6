import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, inject, test } from 'vitest';

import { at, keyOf } from './client.ts';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(key = keyOf('starter')): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${inject('service').baseUrl}/mcp`), {
      requestInit: { headers },
    }),
  );
  open.push(client);
  return client;
}

/** The text of a tool's answer. */
async function called(client: Client, name: string, input: object) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as readonly { readonly type: string; readonly text?: string }[];
  return { isError, text: first?.text ?? '' };
}

describe('the MCP server', () => {
  test('lists its tools, and every tool works', { timeout: 120_000 }, async () => {
    const client = await connected();

    const { tools } = await client.listTools();
    const scraped = await called(client, 'scrape', { url: at('/news') });
    const found = await called(client, 'search', { query: 'rust on a pan', limit: 3 });
    const mapped = await called(client, 'map', { url: at('/guide/') });
    const started = await called(client, 'crawl', { url: at('/guide/'), limit: 3 });
    const id = /crawl_[\w-]+/.exec(started.text)?.[0] ?? '';
    const status = () => called(client, 'crawl_status', { id });
    await expect.poll(async () => (await status()).text, { timeout: 30_000 }).toContain('Status: completed');
    const extracted = await called(client, 'extract', {
      urls: [at('/product')],
      schema: { type: 'object', properties: { price: { type: 'number' } } },
    });

    expect(tools.map(({ name }) => name)).toEqual([
      'scrape',
      'search',
      'map',
      'crawl',
      'crawl_status',
      'extract',
    ]);
    expect(scraped.text).toContain('# Harbour bridge reopens after two years of repairs');
    expect(found.text.match(/^## /gm)).toHaveLength(3);
    expect(mapped.text).toContain(at('/guide/'));
    expect((await status()).text).toContain(`## ${at('/guide/')}`);
    expect(extracted.text).toContain('"price": 64');
  });

  test('is reached over stdin and stdout by the command line', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = {
      PATH: process.env['PATH'] ?? '',
      WINNOW_BASE_URL: inject('service').baseUrl,
      WINNOW_API_KEY: keyOf('starter'),
    };
    const args = ['clients/typescript/src/cli/main.ts', 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    open.push(client);

    const { tools } = await client.listTools();
    const [scraped, failed] = await Promise.all([
      called(client, 'scrape', { url: at('/news') }),
      called(client, 'scrape', { url: 'http://no-such-host.invalid/' }),
    ]);

    expect(tools).toHaveLength(6);
    expect(scraped.text).toContain('# Harbour bridge reopens after two years of repairs');
    expect(failed).toMatchObject({ isError: true, text: expect.stringContaining('DNS_ERROR') });
  });

  test('tells a model what went wrong, and a program that its key is wrong', async () => {
    const client = await connected();

    expect(await called(client, 'scrape', { url: 'http://no-such-host.invalid/' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('DNS_ERROR'),
    });
    expect(await called(client, 'scrape', { uri: at('/news') })).toMatchObject({ isError: true });
    await expect(connected('wnk_wrong')).rejects.toThrow(/Unauthorized|401/);
  });

  test('ends a call that the caller cancels', async () => {
    const client = await connected();
    const cancelling = new AbortController();

    const call = client.callTool(
      { name: 'scrape', arguments: { url: at('/slow?ms=20000') } },
      { signal: cancelling.signal },
    );
    setTimeout(() => cancelling.abort(), 300);

    await expect(call).rejects.toThrow('abort');
    expect(await called(client, 'scrape', { url: at('/plain') })).toMatchObject({ isError: false });
  });

  test('answers other methods than POST with 405', async () => {
    const response = await fetch(`${inject('service').baseUrl}/mcp`, {
      headers: { authorization: `Bearer ${keyOf('starter')}`, accept: 'text/event-stream' },
    });

    expect(response.status).toBe(405);
  });
});
