import { describe, expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { markdownOf } from './read-page.ts';

const text = 'The harbour master signs the tide table each morning, and the ferries keep to it. '.repeat(12);
const page = (before: string, after = ''): string =>
  `<!doctype html><html><title>Tides</title><body>${before}<main><h1>Tides</h1><p>${text}</p></main>${after}</body></html>`;

const table =
  '<table><tr><th>Name</th><th>Purpose</th></tr><tr><td>_sid</td><td>Remembers the session</td></tr></table>';

describe('a consent dialog', () => {
  test.for([
    ['of a well-known tool', `<div id="onetrust-consent-sdk"><p>We value your privacy.</p>${table}</div>`],
    [
      'of a well-known tool, with more text than the page',
      `<div id="onetrust-consent-sdk"><h4>Partners</h4><p>${text.repeat(3)}</p></div>`,
    ],
    [
      'of a well-known tool, headed like a page',
      `<div id="ccc"><div id="ccc-notify" role="dialog"><h1>Your choice</h1><p>We use cookies.</p>${table}</div></div>`,
    ],
    ['of a known class', `<div class="cky-consent-container cky-bottom"><p>Your choice.</p>${table}</div>`],
    ['named by its site', `<div class="site-cookie-message"><p>This site uses cookies.</p>${table}</div>`],
    [
      'by its role',
      `<div role="dialog"><p>We and our partners use cookies to improve your visit.</p>${table}</div>`,
    ],
    ['by its place', `<div style="position: fixed; bottom: 0"><p>Wir verwenden Cookies.</p></div>`],
    [
      'in French',
      '<div class="bandeau popup"><p>Nous utilisons des cookies pour mesurer l’audience.</p></div>',
    ],
    ['in Spanish', '<div class="aviso modal"><p>Utilizamos cookies propias y de terceros.</p></div>'],
    ['in Polish', '<div class="notice"><p>Ta strona używa plików cookies.</p></div>'],
    ['in Russian', '<div class="cookie-alert"><p>Мы используем файлы cookie.</p></div>'],
    ['in Turkish', '<div class="toast"><p>Sitemizde çerezler kullanılmaktadır.</p></div>'],
    ['in Finnish', '<div class="notification"><p>Käytämme evästeitä sivustolla.</p></div>'],
    ['in Greek', '<div class="banner"><p>Χρησιμοποιούμε cookies για την εμπειρία σας.</p></div>'],
    ['in Japanese', '<div class="modal"><p>当サイトではCookieを使用しています。</p></div>'],
    [
      'that begins with the name of a notice',
      '<div class="cookie-banner"><p>Hinweis</p><p>Wir verwenden Cookies, um diese Seite zu verbessern.</p></div>',
    ],
    ['in Korean', '<div class="layer"><p>쿠키를 사용합니다.</p></div>'],
  ] as const)('is left out, before and after the text: %s', async ([, dialog]) => {
    expect(await markdownOf(page(dialog))).toBe(await markdownOf(page('')));
    expect(await markdownOf(page('', dialog))).toBe(await markdownOf(page('')));
  });

  test.for([
    ['a paragraph about them', '<p>We use cookies to count visits, and bake others for the crew.</p>'],
    [
      'a section of a policy',
      `<section class="cookie-policy"><h2>Cookies</h2><p>This site uses cookies.</p>${table}</section>`,
    ],
    [
      'a footer that stays in view',
      '<footer class="banner"><p>Pier 4, Oslo</p><a href="/c">Cookie policy</a> we use cookies</footer>',
    ],
    ['a recipe', '<div class="notice"><p>Bake the cookies for ten minutes.</p></div>'],
    ['the policy itself', `<div class="cookie-notice"><p>${text.repeat(3)} We use cookies.</p></div>`],
    [
      'the page itself, headed like one',
      `<div class="cookie-banner"><h1>Tides</h1><p>We use cookies, and bake others.</p></div>`,
    ],
    [
      'the page itself, in a box named after a tool',
      `<div class="klaro"><article><h1>Tides</h1><p>${text} We use cookies.</p></article></div>`,
    ],
    ['the page itself', `<div class="cookie-banner"><article><p>${text} We use cookies.</p></article></div>`],
  ] as const)('is not %s', async ([, kept]) => {
    expect((await markdownOf(page(kept))).toLowerCase()).toContain('cookies');
  });

  test('is named in the trace', async () => {
    const trace = createTrace();

    await markdownOf(page('<div id="cookie-notice"><p>We use cookies.</p></div>'), { trace });

    expect(trace.entries).toContainEqual({
      step: 'consent',
      verdict: 'dropped',
      reason: 'the container of a consent tool',
      subject: 'div.#cookie-notice',
    });
  });
});
