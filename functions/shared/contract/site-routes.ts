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
] as const satisfies readonly SiteRoute[];
