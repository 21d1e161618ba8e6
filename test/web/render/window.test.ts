import { expect, test } from 'vitest';

import { openSite, textOf } from './browser.ts';

test.for([false, true])('a page cannot tell whether its window is seen (mobile: %s)', async (mobile) => {
  const { render } = await openSite({
    '/': `<!doctype html><meta name="viewport" content="width=device-width"><p id="box" style="width: 50vw; height: 3em">Measures</p><p>${'filling '.repeat(60)}</p><script>
      const measure = () => {
        // Chromium sends the outer size of a window to its page, sometimes after the page begins.
        if (outerWidth === 0) return setTimeout(measure, 10);
        const { x, y, width, height } = box.getBoundingClientRect();
        const [point] = [document.elementFromPoint(x + width - 1, y + height - 1)];
        box.textContent = JSON.stringify({
          window: [innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio],
          screen: [screen.width, screen.height, screen.availWidth, screen.availHeight],
          viewport: [visualViewport.width, visualViewport.height, visualViewport.scale],
          box: [x, y, width, height, point === box],
          media: ['(min-resolution: 1dppx)', '(min-resolution: 2dppx)', '(min-width: 400px)', '(max-width: 1280px)'].map((query) => matchMedia(query).matches),
        });
      };
      measure();</script>`,
  });

  const unseen = await render('/', { mobile });
  const seen = await render('/', { mobile, screenshot: 'viewport' });

  const measuresIn = (html: string): unknown => JSON.parse(/\{.*\}/.exec(textOf(html))?.[0] ?? '');
  expect(measuresIn(unseen.html)).toEqual(measuresIn(seen.html));
});
