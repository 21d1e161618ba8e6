import type { ChangeTracker } from '#shared/scrape/change-tracker.ts';

/** For pages that nobody tracks: comparing one is an error. */
export const untracked: ChangeTracker = {
  compare: () => Promise.reject(new Error('a page was compared that nobody tracks')),
  keep: () => Promise.reject(new Error('a version was kept of a page that nobody tracks')),
};
