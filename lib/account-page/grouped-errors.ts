import type { CrawlError } from './api/routes.ts';

export interface ErrorGroup {
  readonly state: CrawlError['state'];
  readonly code: string | undefined;
  readonly reason: string;
  readonly urls: readonly string[];
}

/** The URLs of a crawl that were not delivered, by state and reason; the largest groups first. */
export function groupedErrors(errors: readonly CrawlError[]): readonly ErrorGroup[] {
  const groups = Map.groupBy(errors, ({ state, code, reason }) => JSON.stringify([state, code, reason]));
  return [...groups.values()]
    .flatMap((entries): ErrorGroup[] => {
      const [first] = entries;
      if (first === undefined) return [];
      const { state, code, reason } = first;
      return [{ state, code, reason, urls: entries.map(({ url }) => url) }];
    })
    .toSorted((a, b) => b.urls.length - a.urls.length);
}
