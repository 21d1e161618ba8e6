import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import { type Route, routes } from '#shared/contract/routes.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { type ToolAnswer, tools } from '#shared/mcp/tools.ts';

const answer = (data: object, body: object = {}): ToolAnswer => ({
  body: { ...body, data },
  data: { ...data },
});
const textOf = (name: string, data: object, input: object, body: object = {}): string => {
  const tool = tools[name]!;
  return tool.text(answer(data, body), tool.input.parse(input));
};

/** The least that each tool takes. */
const least = {
  scrape: { url: 'https://a.example/' },
  search: { query: 'a' },
  map: { url: 'https://a.example/' },
  crawl: { url: 'https://a.example/' },
  crawl_status: { id: 'crawl_1' },
  extract: { urls: ['https://a.example/'], prompt: 'the price' },
} as const;

describe('tools for models', () => {
  test('ask for what the operations take', () => {
    expect(Object.keys(tools)).toEqual(Object.keys(least));
    for (const [name, input] of Object.entries(least)) {
      const tool = tools[name]!;
      const call = tool.call(tool.input.parse(input));
      const route: Route | undefined = routes.find(
        ({ method, path }) => method === call.method && path === call.resource,
      );
      expect(route?.function).toBe(call.function);
      expect(route?.request?.safeParse(call.body).error).toBeUndefined();
    }
  });

  test('answer before the official client gives up', () => {
    for (const name of ['scrape', 'search', 'map', 'extract'] as const)
      expect(tools[name]!.call(tools[name]!.input.parse(least[name])).body).toMatchObject({
        timeout: 50_000,
      });
    expect(DEFAULT_REQUEST_TIMEOUT_MSEC).toBeGreaterThanOrEqual(60_000);
  });

  test('wait as long as a page may be waited for, and no longer', () => {
    const { input, call } = tools['scrape']!;
    const longest = call(input.parse({ ...least.scrape, waitFor: 25_000 }));

    expect(scrapeRequest.safeParse(longest.body).error).toBeUndefined();
    expect(input.safeParse({ ...least.scrape, waitFor: 25_001 }).success).toBe(false);
  });

  test('say in under 300 characters what they do, and when not to use them', () => {
    for (const { description } of Object.values(tools)) expect(description.length).toBeLessThan(300);
  });

  test('return a long page in parts', () => {
    const markdown = 'A line of text.\n'.repeat(5_000);

    const first = textOf('scrape', { markdown, metadata: { title: 'Long' } }, least.scrape);
    const [, cursor = ''] = /"cursor": (\d+)/.exec(first) ?? [];
    const second = textOf('scrape', { markdown, metadata: {} }, { ...least.scrape, cursor: Number(cursor) });

    expect(first).toMatch(/^# Long\nSource: https:\/\/a\.example\/\n/);
    expect(first.length).toBeLessThan(40_200);
    expect(second).not.toContain('The text goes on');
    expect(second.length + Number(cursor)).toBeGreaterThan(markdown.length);
  });

  test('return as many pages of a crawl as fit, and say where to read on', () => {
    const page = (url: string) => ({ url, markdown: `# ${url}\n${'x'.repeat(15_000)}`, metadata: {} });
    const crawl = { status: 'running', completed: 4, total: 9, pages: ['/1', '/2', '/3', '/4'].map(page) };

    const text = textOf('crawl_status', crawl, { ...least.crawl_status, skip: 10 });
    const urls = textOf('crawl_status', crawl, { ...least.crawl_status, withText: false });

    expect(text).toContain('Status: running, 4 of 9 pages');
    expect(text).toContain('[More pages: call again with "skip": 12.]');
    expect(urls).toContain('## /4');
    expect(urls).not.toContain('xxx');
  });

  test('say what a page of a crawl lacks', () => {
    const page = { url: '/1', markdown: '# Pan', metadata: {}, warning: 'A part of it is missing.' };
    const crawl = { status: 'completed', completed: 1, total: 1, pages: [page] };

    expect(textOf('crawl_status', crawl, least.crawl_status)).toContain(
      '## /1\nNote: A part of it is missing.\n\n# Pan',
    );
  });

  test('say where a page among others was cut, and which items do not fit', () => {
    const page = { url: 'https://a.example/long', markdown: 'x'.repeat(60_000), metadata: {} };
    const item = { text: 'y'.repeat(15_000) };

    const crawled = textOf(
      'crawl_status',
      { status: 'completed', completed: 1, total: 1, pages: [page] },
      least.crawl_status,
    );
    const found = textOf(
      'search',
      { pages: [{ ...page, title: 'Long', description: '' }] },
      { ...least.search, limit: 2, readPages: true },
    );
    const extracted = textOf('extract', { json: { results: [item, item, item] } }, least.extract);

    for (const text of [crawled, found])
      expect(text).toContain('[This page goes on: read https://a.example/long with scrape.]');
    const [json = '', note] = extracted.split('\n\n[');
    expect(JSON.parse(json)).toEqual({ results: [item, item] });
    expect(note).toContain('1 more items do not fit');
  });

  test('say that a page has an error status', () => {
    const missing = { markdown: 'Not here.', metadata: { statusCode: 404 } };
    const result = { ...missing, title: 'Pans', url: 'https://a.example/', description: 'All pans' };
    const note = 'Note: The server answered with status 404: this is probably an error page.';

    expect(textOf('scrape', missing, least.scrape)).toBe(`Source: https://a.example/\n${note}\n\nNot here.`);
    expect(textOf('search', { pages: [result] }, { ...least.search, readPages: true })).toBe(
      `## Pans\nhttps://a.example/\nAll pans\n${note}\n\nNot here.`,
    );
    expect(
      textOf('scrape', { markdown: 'A pan.', metadata: { statusCode: 200 } }, least.scrape),
    ).not.toContain('Note');
  });

  test('say why the page of a result was not read', () => {
    const pages = [
      {
        title: 'Pans',
        url: 'https://a.example/',
        description: 'All pans',
        error: 'The page timed out.',
        code: 'SCRAPE_TIMEOUT',
      },
    ];

    expect(textOf('search', { pages }, { ...least.search, readPages: true })).toBe(
      '## Pans\nhttps://a.example/\nAll pans\nNote: The page could not be read: The page timed out.',
    );
  });

  test('say what is wrong with the page of a result', () => {
    const warning = 'A part did not arrive.';
    const page = {
      title: 'Pans',
      url: 'https://a.example/',
      description: 'All',
      markdown: 'A pan.',
      warning,
    };

    expect(textOf('search', { pages: [page] }, { ...least.search, readPages: true })).toBe(
      `## Pans\nhttps://a.example/\nAll\nNote: ${warning}\n\nA pan.`,
    );
  });

  test('only read, but for the one that starts a crawl', () => {
    const starting = Object.entries(tools).filter(([, { readOnly }]) => !readOnly);

    expect(starting.map(([name]) => name)).toEqual(['crawl']);
  });

  test.for([
    ['map', { links: [] }],
    ['crawl', {}],
  ] as const)('return the warning of %s', ([name, data]) => {
    const text = textOf(name, data, least[name], { warning: 'A sitemap was not read.' });

    expect(text).toContain('Note: A sitemap was not read.');
  });
});
