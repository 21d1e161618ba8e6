import { describe, expect, test, vi } from 'vitest';

import type { ContentOptions } from '#shared/content/page-content.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';

const selection: ContentOptions = {
  formats: new Set(['markdown']),
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};

const links = (...names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`).join('')}</ul>`;

/** A shop whose scripts write the product between its menu and its footer. */
const shop = (content = '', script = '<script src="/app.js"></script>'): string => `<!doctype html>
<html lang="en"><head><title>Pan shop</title>${script}</head><body>
<header><nav>${links('Home', 'New in', 'Sale', 'Gift cards', 'Cart', 'Sign in')}</nav></header>
<div id="content">${content}</div>
<div class="site-footer"><div class="footer-column"><h4>Help</h4>${links('Help center', 'Disputes', 'Returns and refunds', 'Report a problem')}</div>
<div class="footer-column"><h4>Languages</h4>${links('English', 'Spanish', 'French', 'German', 'Italian')}</div>
<p class="copyright">© 2026 Pan shop. All rights reserved. Privacy policy. Terms of use.</p></div></body></html>`;

const url = 'https://shop.example/pans/7';

async function converted(html: string, source: 'local' | 'cloud', options = selection, status = 200) {
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
    const { error, onAccepted } = { error: undefined, ...(await converted(shop(), 'local')) };

    expect(error).toMatchObject({ code: 'EMPTY_PAGE', source: 'local' });
    expect(onAccepted).not.toHaveBeenCalled();
  });

  test('is accepted when its scripts have written the content', async () => {
    const { contents, onAccepted } = await converted(shop(pan), 'local');

    expect(contents[0]?.markdown).toContain('# Copper pan');
    expect(contents[0]).not.toHaveProperty('warnings');
    expect(onAccepted).toHaveBeenCalledTimes(1);
  });

  test.for([
    ['a browser has rendered it', shop(), 'cloud'],
    ['it has no scripts', shop('', ''), 'local'],
  ] as const)('has no content, which a warning says, when %s', async ([, html, source]) => {
    const { contents } = await converted(html, source);

    expect(contents[0]?.markdown).toBe('');
    expect(contents[0]?.warnings).toEqual([expect.stringContaining('No main content was recognised')]);
  });

  test('is delivered as a whole where no main content is asked for', async () => {
    const { contents } = await converted(shop(), 'local', { ...selection, onlyMainContent: false });

    expect(contents[0]?.markdown).toContain('Returns and refunds');
    expect(contents[0]).not.toHaveProperty('warnings');
  });

  test('is not refused where the server answers with an error: no script would change that', async () => {
    const { contents } = await converted(shop(), 'local', selection, 404);

    expect(contents[0]?.markdown).toBe('');
  });

  test.for(['<h1>Page not found</h1>', '<h2>Your cart is empty</h2>'])(
    'is another page than one that says something: %s',
    async (content) => {
      const { contents } = await converted(shop(content), 'cloud');

      expect(contents[0]?.markdown).toContain(content.replaceAll(/<.*?>/g, ''));
    },
  );
});

test('the declared product of a page is its content, however small', async () => {
  const declared = `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Copper pan',
    offers: { '@type': 'Offer', price: '49.00', priceCurrency: 'EUR' },
  })}</script>`;

  const { contents } = await converted(shop('<div>Copper pan</div><div>€49.00</div>', declared), 'local');

  expect(contents[0]?.markdown).toContain('Copper pan');
});
