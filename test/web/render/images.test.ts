import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import { openSite, textOf } from './browser.ts';

const page = `<!doctype html><p id="said"></p>
  <img src="/eager.png" onload="said.append('loaded ')" onerror="said.append('failed ')">
  <img src="/cross.png" crossorigin="use-credentials" onload="said.append('readable ')" onerror="said.append('failed ')">
  <div style="height: 9000px"></div><img src="/lazy.png" loading="lazy">
  <script>const preloaded = new Image(); preloaded.onload = () => said.append('preloaded '); preloaded.src = '/script.png'</script>`;

const visit = async (options: Partial<RenderRequest>) => {
  const { render, requests } = await openSite({ '/': page });
  const { html } = await render('/', options);
  const images = requests.filter((path) => path.endsWith('.png')).toSorted();
  return { html, images };
};

describe('images', () => {
  test('are not requested for text alone, and the page sees them loaded', async () => {
    const { html, images } = await visit({});

    expect(images).toEqual([]);
    expect(textOf(html).split(' ').toSorted()).toEqual(['loaded', 'preloaded', 'readable']);
    expect(html).toContain('src="/lazy.png"');
  });

  test.for([
    ['a screenshot', { screenshot: 'fullPage' }],
    ['actions', { actions: [{ type: 'screenshot', fullPage: true }] }],
    ['the stealth profile', { profile: 'stealth' }],
  ] as const)('are requested for %s', async ([, options]) => {
    const { images } = await visit(options as Partial<RenderRequest>);

    expect(images).toEqual(['/cross.png', '/eager.png', '/lazy.png', '/script.png']);
  });
});
