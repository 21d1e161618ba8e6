import { describe, expect, test, vi } from 'vitest';

import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { mainContentSelection } from './main-content-selection.ts';
import { shopPage } from './shop-page.ts';

const url = 'https://shop.example/pans/7';

async function converted(
  html: string,
  source: 'local' | 'cloud',
  options = mainContentSelection,
  status = 200,
) {
  const onAccepted = vi.fn<() => void>();
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const resource = { bytes: Buffer.from(html), contentType: headers['content-type'], url };
  const response = { source, status, headers, finalUrl: url };
  const task = { resource, response, allowsEmpty: false, selections: [options], wantsLinks: false };
  const conversion = await convertPage(task, { onAccepted }).catch((error: unknown) => ({
    contents: [],
    error,
  }));
  return { ...conversion, onAccepted };
}

const pan = `<h1>Copper pan</h1>${'<p>A copper pan heats evenly, and it is as quick to cool when the flame is turned down at last.</p>'.repeat(4)}`;

describe('a page with nothing but a menu and a footer', () => {
  test('needs its scripts: the static fetch is refused, and nothing is stored', async () => {
    const { error, onAccepted } = { error: undefined, ...(await converted(shopPage(), 'local')) };

    expect(error).toMatchObject({ code: 'EMPTY_PAGE', source: 'local' });
    expect(onAccepted).not.toHaveBeenCalled();
  });

  test('is accepted with content between them', async () => {
    const { contents, onAccepted } = await converted(shopPage(pan), 'local');

    expect(contents[0]?.markdown).toContain('# Copper pan');
    expect(contents[0]).not.toHaveProperty('warnings');
    expect(onAccepted).toHaveBeenCalledTimes(1);
  });

  test.for([
    ['a browser has rendered it', shopPage(), 'cloud'],
    ['it has no scripts', shopPage('', ''), 'local'],
  ] as const)('has no content, which a warning says, when %s', async ([, html, source]) => {
    const { contents } = await converted(html, source);

    expect(contents[0]?.markdown).toBe('');
    expect(contents[0]?.warnings).toEqual([expect.stringContaining('No main content was recognised')]);
  });

  test('is delivered as a whole where no main content is asked for', async () => {
    const { contents } = await converted(shopPage(), 'local', {
      ...mainContentSelection,
      onlyMainContent: false,
    });

    expect(contents[0]?.markdown).toContain('Returns and refunds');
    expect(contents[0]).not.toHaveProperty('warnings');
  });

  test('is not refused where the server answers with an error: no script would change that', async () => {
    const { contents } = await converted(shopPage(), 'local', mainContentSelection, 404);

    expect(contents[0]?.markdown).toBe('');
  });

  test('is delivered as it is where it is smaller than a menu and a footer', async () => {
    const { contents } = await converted(
      '<nav><a href="/a">Pans</a> and pots</nav><script src="/a.js"></script>',
      'cloud',
    );

    expect(contents[0]?.markdown).toContain('and pots');
  });

  test.for([
    ['<h1>Page not found</h1>', 'Page not found'],
    ['<div class="message">Thank you! Your order has been received.</div>', 'Your order has been received.'],
    ['<div class="results">No results for “pot”.</div>', 'No results'],
    ['<div class="quote"><span>PAN</span> <span>12.40</span></div>', '12.40'],
    ['<p>Hand-made pans from York.</p>', 'Hand-made pans from York.'],
    ['<main><iframe src="https://www.youtube.com/embed/abc123defgh"></iframe></main>', 'abc123defgh'],
    ['<main><a href="/a.pdf">Download the catalogue (PDF)</a></main>', 'Download the catalogue'],
  ] as const)('is another page than one that has %s', async ([content, text]) => {
    for (const source of ['local', 'cloud'] as const) {
      const { contents } = await converted(shopPage(content), source);

      expect(contents[0]?.markdown).toContain(text);
    }
  });
});
