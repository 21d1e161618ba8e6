import type { ContentOptions, ContentsOf } from '#shared/content/page-content.ts';
import { type ScrapeRequest, wantsMoreThanText } from '#shared/contract/scrape.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import type { AcquirePage } from './acquire-page.ts';
import type { AcquiredPage } from './acquired-page.ts';
import { convertAcquired } from './convert-acquired.ts';
import { errorOfGiven, givenPage } from './given-page.ts';
import { mayBeStored, needsFreshPage, type PageCache } from './page-cache.ts';

export interface LoadContext {
  readonly signal: AbortSignal;
  readonly accountId: string;
}

export interface LoadedPage<Selections extends readonly ContentOptions[] = readonly ContentOptions[]> {
  readonly page: AcquiredPage;
  readonly contents: ContentsOf<Selections>;
  /** When the page was stored in the cache that it came from; `undefined` for a fresh page. */
  readonly storedAtMs: number | undefined;
}

/**
 * Gets one page, from the request, the cache or by a parser, and reads the selected contents from it. Rejects with AppError when the
 * page cannot be delivered, or with the signal's reason.
 */
export type LoadPage = <const Selections extends readonly ContentOptions[]>(
  request: ScrapeRequest,
  selections: Selections,
  context: LoadContext,
) => Promise<LoadedPage<Selections>>;

export interface LoadPageDeps {
  readonly acquirePage: AcquirePage;
  readonly convertPage: ConvertPage;
  readonly cache: PageCache;
}

export function createLoadPage({ acquirePage, convertPage, cache }: LoadPageDeps): LoadPage {
  const loadFresh = async (
    request: ScrapeRequest,
    selections: readonly ContentOptions[],
    { signal, accountId }: LoadContext,
  ): Promise<LoadedPage> => {
    const allowsEmpty = wantsMoreThanText(request);
    let stored: Promise<void> | undefined;
    try {
      const acquisition = await acquirePage(request, {
        signal,
        read: (page, { mayRender }) => {
          // Mostly stored while the content is written, so that the bucket's answer costs no extra time.
          const onAccepted = (): void => void (stored = cache.store(request, accountId, page));
          return convertAcquired(convertPage, page, {
            selections,
            allowsEmpty,
            rendersErrors: mayRender,
            signal,
            ...(mayBeStored(request) ? { onAccepted } : {}),
          });
        },
      });
      if (acquisition.kind === 'redirect') throw new Error('A scrape follows every redirect.');
      const { page, reading } = acquisition;
      return { page, contents: reading.contents, storedAtMs: undefined };
    } finally {
      await stored;
    }
  };

  const loadGiven = async (
    page: AcquiredPage,
    selections: readonly ContentOptions[],
    { signal }: LoadContext,
  ): Promise<LoadedPage> => {
    try {
      // As a browser has rendered it: no other parser can follow.
      const rendered = { ...page, source: 'cloud' } as const;
      const { contents } = await convertAcquired(convertPage, rendered, { selections, signal });
      return { page, contents, storedAtMs: undefined };
    } catch (error) {
      throw errorOfGiven(error);
    }
  };

  const load = async (
    request: ScrapeRequest,
    selections: readonly ContentOptions[],
    context: LoadContext,
  ): Promise<LoadedPage> => {
    const { url, html } = request;
    if (html !== undefined) return loadGiven(givenPage(url, html), selections, context);
    const cached = await cache.find(request, context.accountId);
    if (cached === undefined) return loadFresh(request, selections, context);
    const { page, storedAtMs } = cached;
    const { signal } = context;
    const { contents } = await convertAcquired(convertPage, page, { selections, isJudged: true, signal });
    return needsFreshPage(page, contents)
      ? loadFresh(request, selections, context)
      : { page, contents, storedAtMs };
  };
  // The thread returns untyped contents, one for each selection in order; the cast states that.
  return load as LoadPage;
}
