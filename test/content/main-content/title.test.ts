import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const text = 'The harbour master signs the tide table each morning, and the ferries keep to it. '.repeat(6);
const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Page 3</title><body>${body}</body></html>`;

describe('the title of a page', () => {
  test('stays above the chosen text, however short it is', async () => {
    const markdown = await markdownOf(page(`<main><h1>Page 3</h1><p>${text}</p></main>`), {
      onlyMainContent: true,
    });

    expect(markdown).toMatch(/^# Page 3\n\nThe harbour master/);
  });

  test('is not the name of the site in its header', async () => {
    const header =
      '<header><a href="/"><h1>Harbour News</h1></a><nav><a href="/a">Tides</a> <a href="/b">Ferries</a></nav></header>';

    const markdown = await markdownOf(page(`${header}<main><h2>Page 3</h2><p>${text}</p></main>`), {
      onlyMainContent: true,
    });

    expect(markdown).not.toContain('Harbour News');
  });
});
