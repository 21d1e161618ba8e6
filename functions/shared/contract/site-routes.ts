import * as z from 'zod';

/** The function that serves the site: pages and documents for people and programs, without a key. */
export type SiteFunction = 'site';

export interface SiteRoute {
  readonly method: 'GET';
  readonly path: `/${string}`;
  readonly function: SiteFunction;
}

/** Every route of the site. HEAD works where GET does; other methods are refused. */
export const siteRoutes = [
  { method: 'GET', path: '/', function: 'site' },
  { method: 'GET', path: '/docs', function: 'site' },
  { method: 'GET', path: '/docs/{asset}', function: 'site' },
  { method: 'GET', path: '/openapi.json', function: 'site' },
  { method: 'GET', path: '/llms.txt', function: 'site' },
  { method: 'GET', path: '/health', function: 'site' },
] as const satisfies readonly SiteRoute[];

/** `GET /health`: the service takes requests. It reads no table; asking every second costs the operator some $10 a month of API Gateway. */
export const health = z.strictObject({ status: z.literal('ok'), version: z.string() });
