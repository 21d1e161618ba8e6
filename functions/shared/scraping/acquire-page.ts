import { type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import type { FetchPage } from '#shared/fetching/fetch-page.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AcquiredPage } from './acquired-page.ts';

export interface AcquireOptions {
  readonly signal: AbortSignal;
  /** Ends at a redirect to such an address, which is then `redirectTo`. */
  readonly stopsBefore?: (target: URL) => boolean;
}

/** Gets the page by the parser that fits the request. */
export type AcquirePage = (request: ScrapeRequest, options: AcquireOptions) => Promise<AcquiredPage>;

export interface AcquirePageDeps {
  readonly fetchPage: FetchPage;
}

const needsBrowser = ({ formats, waitFor, forceCloud }: ScrapeRequest): boolean =>
  forceCloud || waitFor > 0 || wantsScreenshot(formats);

export function createAcquirePage({ fetchPage }: AcquirePageDeps): AcquirePage {
  return async (request, { signal, stopsBefore }) => {
    if (needsBrowser(request))
      throw new AppError(
        'RENDERER_UNAVAILABLE',
        'This deployment has no browser for screenshots, waiting or forceCloud.',
        {
          source: 'cloud',
        },
      );
    const { url, headers, mobile, skipTlsVerification } = request;
    const page = await fetchPage(
      { url, headers, mobile, skipTlsVerification, ...(stopsBefore === undefined ? {} : { stopsBefore }) },
      { signal },
    );
    const warnings =
      page.truncated === true ? ['The server broke off; this is the part of the page that came.'] : [];
    return { ...page, source: 'local', warnings };
  };
}
