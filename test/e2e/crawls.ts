import { inject } from 'vitest';

import { keyOf, request } from './client.ts';

export interface CrawlPage {
  readonly url: string;
  readonly markdown?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface CrawlAnswer {
  readonly success: boolean;
  readonly id: string;
  readonly error?: string;
  readonly code?: string;
  readonly warning?: string;
  readonly data: {
    readonly pages: readonly CrawlPage[];
    readonly total: number;
    readonly completed: number;
    readonly status: string;
    readonly next?: string;
    readonly skipped?: number;
    readonly coverage: Readonly<Record<string, number>>;
  };
}

export const site = (path: string): string => inject('service').generatedSite + path;

interface SiteRequest {
  readonly path: string;
  readonly atMs: number;
}

export const siteRequests = async (): Promise<readonly SiteRequest[]> =>
  (await fetch(site('/__requests'))).json() as Promise<readonly SiteRequest[]>;

export const prepareSite = (waitMs = 0) => fetch(site(`/__settings?wait=${waitMs}`));

export const holdBack = (prefix: string) => fetch(site(`/__settings?hold=${prefix}`));

export async function crawl(body: object, key = keyOf('enterprise'), headers: Record<string, string> = {}) {
  const answer = await request('POST', '/api/v1/crawl', body, { 'x-api-key': key, ...headers });
  return { status: answer.status, headers: answer.headers, body: answer.body as unknown as CrawlAnswer };
}

export async function statusOf(id: string, query = '', key = keyOf('enterprise')) {
  const answer = await request('GET', `/api/v1/crawl/${id}${query}`, undefined, { 'x-api-key': key });
  return { status: answer.status, body: answer.body as unknown as CrawlAnswer };
}

/** Polls as a caller does, until the crawl has ended. */
export async function ended(id: string, key = keyOf('enterprise')): Promise<CrawlAnswer> {
  for (;;) {
    const { body } = await statusOf(id, '?limit=1', key);
    if (body.data.status !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function allPages(id: string): Promise<CrawlPage[]> {
  const pages: CrawlPage[] = [];
  for (let query: string | undefined = ''; query !== undefined;) {
    const { body } = await statusOf(id, query);
    pages.push(...body.data.pages);
    query = body.data.next === undefined ? undefined : new URL(body.data.next).search;
  }
  return pages;
}

export const pathsOf = (pages: readonly CrawlPage[]): string[] =>
  pages.map(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
