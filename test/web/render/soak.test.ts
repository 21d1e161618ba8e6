import { describe, expect, inject, test } from 'vitest';

import { serve } from '../egress/loopback.ts';
import { ownProcessesFrom } from './browser-processes.ts';
import { chromiumIn } from './browser.ts';
import { hostilePages } from './hostile-pages.ts';
import { soak } from './soak.ts';

describe('sixty pages in a row, a quarter of them hostile', () => {
  test('become pages or named failures, and leave no browser behind', { timeout: 170_000 }, async () => {
    const site = await serve(hostilePages);
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    const pages = await soak({
      renderPage,
      siteUrl: `http://site.test:${site.port}`,
      pages: 60,
      atOnce: 2,
      // Filling the memory takes as long as the machine is slow.
      timeoutMs: 15_000,
    });

    expect(pages.filter(({ isExpected }) => !isExpected)).toEqual([]);
    expect(ownProcessesFrom(inject('browser').executablePath)).toEqual([]);
  });
});
