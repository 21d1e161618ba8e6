/** The OpenAPI document with the deployment as its server. */
export function withServer(openApi: string, base: string): string {
  const { openapi, info, ...rest } = JSON.parse(openApi) as Readonly<Record<string, unknown>>;
  return JSON.stringify({ openapi, info, servers: [{ url: base }], ...rest });
}

/** What `/` says to a program. */
export const linksAt = (base: string) => ({
  name: 'Winnow',
  description: 'Web pages in, clean content out: scrape, crawl, search and extract over HTTP.',
  api: `${base}/api/v1`,
  documentation: `${base}/docs`,
  openapi: `${base}/openapi.json`,
  llms: `${base}/llms.txt`,
});
