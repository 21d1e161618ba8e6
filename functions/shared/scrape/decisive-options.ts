import type { ScrapeRequest } from '#shared/contract/scrape.ts';

/** The options of a request that decide what a server answers and what a browser makes of it, as JSON writes them. */
export function decisiveOptions(request: ScrapeRequest): Readonly<Record<string, unknown>> {
  const { url, formats, useLocalFirst, forceLocal, forceCloud, proxy, waitFor, headers, mobile, blockAds } =
    request;
  return {
    url,
    screenshots: formats.filter((format) => format.startsWith('screenshot')).toSorted(),
    screenshotOptions: request.screenshotOptions,
    location: request.location,
    parsers: [useLocalFirst, forceLocal, forceCloud],
    proxy,
    waitFor,
    mobile,
    blockAds,
    skipTlsVerification: request.skipTlsVerification,
    headers: Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  };
}
