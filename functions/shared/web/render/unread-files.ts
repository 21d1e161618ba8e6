import type { CDPSession } from 'puppeteer-core';

import { reportedUrl } from '#shared/contract/reported-url.ts';

/** The files that a page led to, which the browser neither shows nor keeps. */
export interface UnreadFiles {
  readonly count: () => number;
  /** Describes the files after the first `known` ones by the URL of the first of them; `undefined` without such files. */
  readonly since: (known: number) => string | undefined;
}

/** Longer URLs are told cut off. */
const maxUrlCharacters = 2_000;
/** URLs that are kept: a page may begin any number of downloads. */
const maxKept = 100;

/** The URL of a file as it is told, without credentials. A `blob:` or `data:` URL leads nowhere outside of its page. */
export const toldFile = (url: string): string =>
  /^https?:/i.test(url) ? reportedUrl(url).slice(0, maxUrlCharacters) : 'it exists only in the page';

export function watchFiles(cdp: CDPSession): UnreadFiles {
  const told: string[] = [];
  let count = 0;
  cdp.on('Page.downloadWillBegin', ({ url }) => {
    count += 1;
    if (told.length < maxKept) told.push(toldFile(url));
  });
  return {
    count: () => count,
    since: (known) => {
      const first = told[known];
      const others = count - known - 1;
      return first === undefined || others === 0 ? first : `${first} (and ${others} more)`;
    },
  };
}
