import type * as z from 'zod';

import { batchData, batchRequest } from './batch.ts';
import {
  crawlCancelData,
  crawlAnswerData,
  crawlErrorsData,
  crawlListData,
  crawlRequest,
  crawlStatusData,
} from './crawl.ts';
import { extractData, extractRequest } from './extract.ts';
import { mapData, mapRequest } from './map.ts';
import { scrapeData, scrapeRequest } from './scrape.ts';
import { searchData, searchRequest } from './search.ts';
import { type Operation, usageData } from './usage.ts';

/** The functions behind the HTTP API; each is a folder of functions/ with a handler.ts. */
export type EndpointFunction =
  | 'scrape'
  | 'crawl'
  | 'crawl-status'
  | 'crawl-cancel'
  | 'crawl-errors'
  | 'crawls'
  | 'batch'
  | 'map'
  | 'search'
  | 'extract'
  | 'usage';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/v1/${string}`;
  readonly function: EndpointFunction;
  /** Names the route where one function has several; by default its function. */
  readonly name?: string;
  /** Billed operation; absent on routes that read the caller's own records. */
  readonly operation?: Operation;
  readonly summary: string;
  readonly request?: z.ZodType;
  /** `data` of the answer; absent where another route of the function has the same. */
  readonly data?: z.ZodType;
  /** Media type of the answer to those who do not prefer JSON. */
  readonly text?: 'text/markdown';
  /** Name of the schema of a line, where `Accept: application/x-ndjson` gets lines. */
  readonly line?: 'CrawlPage' | 'MapLine';
}

/** Every route of the service: the source of API Gateway, the local gateway and docs/openapi.json. */
export const routes = [
  {
    method: 'POST',
    path: '/api/v1/scrape',
    function: 'scrape',
    operation: 'scrape',
    summary: 'Read one page and return its content',
    request: scrapeRequest,
    data: scrapeData,
  },
  {
    method: 'GET',
    path: '/api/v1/scrape',
    function: 'scrape',
    name: 'read',
    operation: 'scrape',
    summary: 'Read one page as Markdown text; as JSON with Accept: application/json',
    text: 'text/markdown',
  },
  {
    method: 'POST',
    path: '/api/v1/crawl',
    function: 'crawl',
    operation: 'crawl',
    summary: 'Read a whole site, or estimate its pages, cost and time with dryRun',
    request: crawlRequest,
    data: crawlAnswerData,
  },
  {
    method: 'GET',
    path: '/api/v1/crawl/{id}',
    function: 'crawl-status',
    summary:
      'Pages of a crawl and where each discovered URL is; as a stream with Accept: application/x-ndjson',
    data: crawlStatusData,
    line: 'CrawlPage',
  },
  {
    method: 'DELETE',
    path: '/api/v1/crawl/{id}',
    function: 'crawl-cancel',
    summary: 'End a crawl and keep its pages',
    data: crawlCancelData,
  },
  {
    method: 'GET',
    path: '/api/v1/crawl/{id}/errors',
    function: 'crawl-errors',
    summary:
      'Each URL of a crawl that was not delivered, with its reason; ?state=failed gives those of one state',
    data: crawlErrorsData,
  },
  {
    method: 'GET',
    path: '/api/v1/crawls',
    function: 'crawls',
    summary: 'Crawls and batches of the account, newest first',
    data: crawlListData,
  },
  {
    method: 'POST',
    path: '/api/v1/batch/scrape',
    function: 'batch',
    operation: 'batch',
    summary: 'Read up to 10,000 pages',
    request: batchRequest,
    data: batchData,
  },
  {
    method: 'GET',
    path: '/api/v1/batch/scrape/{id}',
    function: 'crawl-status',
    name: 'batch-status',
    summary: 'Pages of a batch and where each of its URLs is; as a stream with Accept: application/x-ndjson',
    data: crawlStatusData,
    line: 'CrawlPage',
  },
  {
    method: 'DELETE',
    path: '/api/v1/batch/scrape/{id}',
    function: 'crawl-cancel',
    name: 'batch-cancel',
    summary: 'End a batch and keep its pages',
    data: crawlCancelData,
  },
  {
    method: 'GET',
    path: '/api/v1/batch/scrape/{id}/errors',
    function: 'crawl-errors',
    name: 'batch-errors',
    summary: 'Each URL of a batch that was not delivered, with its reason',
    data: crawlErrorsData,
  },
  {
    method: 'POST',
    path: '/api/v1/map',
    function: 'map',
    operation: 'map',
    summary: 'List the URLs of a site; as lines with Accept: application/x-ndjson',
    request: mapRequest,
    data: mapData,
    line: 'MapLine',
  },
  {
    method: 'POST',
    path: '/api/v1/search',
    function: 'search',
    operation: 'search',
    summary: 'Search the web, and read and analyse the results',
    request: searchRequest,
    data: searchData,
  },
  {
    method: 'POST',
    path: '/api/v1/extract',
    function: 'extract',
    operation: 'extract',
    summary: 'Extract structured data from pages, with the source of each value',
    request: extractRequest,
    data: extractData,
  },
  {
    method: 'GET',
    path: '/api/v1/usage',
    function: 'usage',
    summary: 'Used and remaining requests of a month',
    data: usageData,
  },
] as const satisfies readonly Route[];

/** The template of a route's path, such as `/api/v1/crawl/{id}`. */
export type RoutePath = (typeof routes)[number]['path'];

export const maxBodyBytes = 1024 * 1024;

/** Cross-origin requests that browsers may send. */
export const corsPreflight = {
  methods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
  headers: ['Authorization', 'Content-Type', 'X-API-Key', 'Idempotency-Key', 'Accept'],
  maxAgeSeconds: 86_400,
} as const;
