import { describe, expect, test } from 'vitest';

import { markdownOf } from './read-page.ts';

const page = (noscript: string): string =>
  `<!doctype html><html lang="en"><title>Thread</title><body><div id="app"></div><noscript>${noscript}</noscript></body></html>`;

describe('what a page shows readers without scripts', () => {
  test('is its content when it is long, also when it speaks of JavaScript', async () => {
    const posts = Array.from(
      { length: 12 },
      (_, index) =>
        `<div class="post"><p>Post ${index}: my JavaScript build takes ${index + 3} minutes on the old laptop, and I would like to know whether a newer bundler helps or whether I should split the application into parts first.</p></div>`,
    ).join('');

    const markdown = await markdownOf(page(posts));

    expect(markdown).toContain('Post 0: my JavaScript build takes 3 minutes');
    expect(markdown).toContain('Post 11: my JavaScript build takes 14 minutes');
  });

  test('is left out when it only asks for scripts', async () => {
    const begging = `<p>You need to enable JavaScript to run this app. ${'Open the settings of your browser, find the entry for scripts, and allow them for this site. '.repeat(6)}</p>`;

    expect(await markdownOf(page(begging))).not.toContain('enable JavaScript');
  });
});
