import { describe, expect, test } from 'vitest';

import { goldenPages, markdownOfGolden } from './golden-pages.ts';
import { markdownOf } from './read-page.ts';
import { renderMarkdown } from './render-markdown.ts';

const named = goldenPages.map((page) => [page.name, page] as const);

/** Outside of code, where the author's own characters stand. */
const prose = (markdown: string): string =>
  markdown.replace(/^( *(?:> )*)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm, '').replace(/(`+)[^`][\s\S]*?\1/g, '');

describe('golden pages', () => {
  test('are many, a third of them in Russian, and each says what it guards', () => {
    const russian = goldenPages.filter(({ name }) => name.startsWith('ru-'));

    expect(goldenPages.length).toBeGreaterThanOrEqual(80);
    expect(russian.length).toBeGreaterThanOrEqual(goldenPages.length / 3);
    expect(goldenPages.filter(({ source }) => !source.includes('<!-- Guards: '))).toEqual([]);
  });

  test.for(named)('%s', async ([, page]) => {
    expect(await markdownOfGolden(page)).toBe(page.expected);
  });

  test.for(named)('%s: no trailing spaces, no empty, relative or script links', async ([, page]) => {
    const markdown = await markdownOfGolden(page);

    expect(markdown).not.toMatch(/[ \t]$/m);
    expect(markdown).not.toMatch(/\n{3}/);
    expect(prose(markdown)).not.toMatch(
      /(?<!!)\[\s*\]\(|\]\(\s*(?:javascript:|vbscript:|data:(?!image\/png))|<script/i,
    );
    expect(prose(markdown)).not.toMatch(/\]\((?![a-z][\w+.-]*:|<)[^)]/i);
  });

  test.for(named)('%s: rendered and converted again, the Markdown stays as it is', async ([, page]) => {
    const markdown = await markdownOfGolden(page);
    const { removeBase64Images = true } = page.options;
    const again = await markdownOf(`<main>${renderMarkdown(markdown)}</main>`, { removeBase64Images });

    expect(again).toBe(markdown);
  });
});
