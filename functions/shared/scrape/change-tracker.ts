import type { ChangeTracking } from '#shared/contract/change-tracking.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import type { AcquiredPage } from './acquired-page.ts';
import { createPageVersions, type PageVersion, versionName } from './page-versions.ts';

/** A page that was read, for the account that tracks it. */
export interface TrackedPage {
  readonly request: ScrapeRequest;
  readonly accountId: string;
  readonly page: Pick<AcquiredPage, 'status' | 'isWhole'>;
  readonly markdown: string;
  /** An error page, whatever its status says. */
  readonly isErrorPage: boolean;
}

export interface Comparison {
  /** Absent when the page is not compared; `warnings` then says why. */
  readonly changeTracking?: ChangeTracking;
  readonly warnings: readonly string[];
  /** To be kept when the page is delivered. Absent when the version before stays the last one. */
  readonly version?: PageVersion;
}

/** Compares pages with the versions of them that were delivered last. */
export interface ChangeTracker {
  /** Does not reject: a page that is there is delivered without its comparison. */
  readonly compare: (tracked: TrackedPage) => Promise<Comparison>;
  /** Does not reject: the next page is compared with the version before, and the change told once more. */
  readonly keep: (version: PageVersion) => Promise<void>;
}

export interface ChangeTrackerDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

export const isTracked = ({ formats }: Pick<ScrapeRequest, 'formats'>): boolean =>
  formats.includes('changeTracking');

/** Statuses by which a server says that there is no such page (any more). */
const removedStatuses: ReadonlySet<number> = new Set([404, 410]);

const uncompared = (reason: string): Comparison => ({
  warnings: [`There is no changeTracking: ${reason}.`],
});

/** The words of a text, line by line: spaces and blank lines come and go without a change of the page. */
const wordsOf = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n');

/** Why a page is neither compared nor a version of itself; `undefined` for a page that is both. */
function flawOf({ page, markdown, isErrorPage }: TrackedPage): string | undefined {
  if (page.status >= 400) return `the server answered ${page.status}, and an error page is no version`;
  if (isErrorPage) return 'the page says that something is wrong, and an error page is no version';
  if (!page.isWhole) return 'not all of the page arrived';
  return wordsOf(markdown) === '' ? 'the page has no text' : undefined;
}

const timeOf = ({ scrapedAtMs }: PageVersion): string => new Date(scrapedAtMs).toISOString();

const withoutPage = (status: number, before: PageVersion | undefined): Comparison =>
  before === undefined
    ? uncompared(`the server answered ${status}, and no version of it is known`)
    : { changeTracking: { previousScrapeAt: timeOf(before), changeStatus: 'removed' }, warnings: [] };

async function changed(before: PageVersion, after: PageVersion, wantsDiff: boolean): Promise<Comparison> {
  const fact = { previousScrapeAt: timeOf(before), changeStatus: 'changed' } as const;
  if (!wantsDiff) return { changeTracking: fact, warnings: [], version: after };
  // Loaded lazily: most pages have no diff.
  const { unifiedDiff } = await import('./unified-diff.ts');
  const diff = unifiedDiff(before.markdown, after.markdown);
  if (diff === undefined) {
    const warnings = ['There is no diff: too much of the page has changed.'];
    return { changeTracking: fact, warnings, version: after };
  }
  return { changeTracking: { ...fact, diff }, warnings: [], version: after };
}

async function compared(
  before: PageVersion | undefined,
  after: PageVersion,
  wantsDiff: boolean,
): Promise<Comparison> {
  if (before !== undefined && wordsOf(before.markdown) !== wordsOf(after.markdown))
    return changed(before, after, wantsDiff);
  const changeTracking: ChangeTracking =
    before === undefined
      ? { previousScrapeAt: null, changeStatus: 'new' }
      : { previousScrapeAt: timeOf(before), changeStatus: 'same' };
  return { changeTracking, warnings: [], version: after };
}

export function createChangeTracker({ blobs, clock, logger }: ChangeTrackerDeps): ChangeTracker {
  const versions = createPageVersions(blobs);
  const lastVersion = async (name: string): Promise<PageVersion | 'unread' | undefined> => {
    try {
      return await versions.find(name);
    } catch (error) {
      logger.error('failed to read the version of a page', error);
      return 'unread';
    }
  };
  return {
    compare: async (tracked) => {
      const { request, accountId, page, markdown } = tracked;
      const isRemoved = removedStatuses.has(page.status);
      const flaw = isRemoved ? undefined : flawOf(tracked);
      if (flaw !== undefined) return uncompared(flaw);
      const name = versionName(request, accountId);
      const before = await lastVersion(name);
      if (before === 'unread') return uncompared('the last version of the page could not be read');
      if (isRemoved) return withoutPage(page.status, before);
      const wantsDiff = request.changeTrackingOptions?.modes.includes('git-diff') === true;
      return compared(before, { name, scrapedAtMs: clock.now(), markdown }, wantsDiff);
    },
    keep: async (version) => {
      try {
        await versions.keep(version);
      } catch (error) {
        logger.error('failed to store the version of a page', error);
      }
    },
  };
}
