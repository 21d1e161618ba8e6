import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

test('a frame whose URL holds URLs without end is read in time', async () => {
  const nested = 'https://a.test/embed?url='.repeat(20_000);

  expect(await markdownOf(`<p>Text</p><iframe src="${nested}"></iframe>`)).toBe('Text\n');
});

describe('recordings', () => {
  follows([
    [
      'of Vidyard are links in place of their pictures',
      '<img class="vidyard-player-embed" src="https://play.vidyard.com/9Zvbpebtpv1NZfHBztbWbX.jpg"><img class="vidyard-player-embed" src="" data-uuid="aMuCzZThMAbtyvQKTEXSGj" alt="Rowing">',
      '[Vidyard video](https://play.vidyard.com/9Zvbpebtpv1NZfHBztbWbX)\n\n[Rowing](https://play.vidyard.com/aMuCzZThMAbtyvQKTEXSGj)',
    ],
    [
      'are named by what a player shows where it cannot play',
      '<video src="https://a.test/1.mp4"><track kind="captions"><p>Exercise: rowing</p></video>',
      '[Exercise: rowing](https://a.test/1.mp4)',
    ],
    [
      'on GitHub are named by their file',
      '<details open><summary><svg></svg><span>demo.mp4</span></summary><video src="https://a.test/1.mp4" controls></video></details><details><summary>Look</summary><video src="https://a.test/2.mp4"></video></details>',
      '[demo.mp4](https://a.test/1.mp4)\n\n**Look**\n\n[Video](https://a.test/2.mp4)',
    ],
    [
      'are not named by a link to the file, or by a request for another browser',
      '<audio src="https://a.test/1.mp3"><a href="https://a.test/1.mp3">https://a.test/1.mp3</a></audio><video src="https://a.test/1.mp4">Twoja przeglądarka nie obsługuje wideo</video>',
      '[Audio](https://a.test/1.mp3)\n\n[Video](https://a.test/1.mp4)',
    ],
  ]);
});

describe('frames', () => {
  const player = 'https://www.youtube.com/embed/LlbUwLx785k';
  const film = '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)';
  const lazy = [
    `src="about:blank" data-src="${player}"`,
    `src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${player}"`,
    `src="javascript:false" data-lazy-src="${player}"`,
    `data-lazyloaded="1" src="about:blank" data-litespeed-src="${player}"`,
    `data-cmplz-src="x" src="" data-src-cmplz="${player}"`,
    `data-cmp-src="${player}"`,
  ];
  follows([
    [
      'that load later are links to what they load, whichever plug-in delays them',
      lazy.map((attributes) => `<iframe ${attributes}></iframe>`).join(''),
      lazy.map(() => film).join('\n\n'),
    ],
    [
      'that are loaded are links to what they show',
      `<iframe data-src="https://a.test/embed/old" src="${player}"></iframe>`,
      film,
    ],
    [
      'of whatever a channel shows at the moment are no videos',
      '<p>Text</p><iframe data-cmp-src="https://www.youtube.com/embed/live_stream?channel=UC1"></iframe>',
      'Text',
    ],
    [
      'without an address are nothing',
      '<p>Text</p><iframe title="Film" src="about:blank"></iframe><iframe title="Film" src="javascript:void(0)"></iframe>',
      'Text',
    ],
    [
      'of an empty box that a script replaces are links to the player that it names',
      `<div class="rll-youtube-player" data-src="${player}" data-id="LlbUwLx785k" data-alt="Rowing"></div><noscript><iframe title="Rowing" src="${player}"></iframe></noscript>`,
      '[Rowing](https://www.youtube.com/watch?v=LlbUwLx785k)',
    ],
    [
      'of a box with the URL of anything else are nothing',
      '<p>Text</p><div data-src="/a/b.html"></div>',
      'Text',
    ],
  ]);
});

describe('embedded posts and previews', () => {
  const frame =
    '<iframe class="wp-embedded-content" style="position: absolute" src="https://a.test/b/embed/#?secret=4Q" title="“Oars” — Skerry"></iframe>';
  const quotation = (secret: string, style = ''): string =>
    `<blockquote class="wp-embedded-content" data-secret="${secret}" style="${style}"><p><a href="https://a.test/b">Oars</a></p></blockquote>`;
  follows([
    [
      'of WordPress are the link that the page has for them',
      `${quotation('4Q')}<p>${frame}</p>`,
      '> [Oars](https://a.test/b)',
    ],
    [
      'of WordPress are what the frame names where the link is that of another one',
      `${quotation('7X')}<p>${frame}</p>`,
      '> [Oars](https://a.test/b)\n\n[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'of WordPress are what the frame names where a script hides the link',
      `${quotation('4Q', 'display: none;')}<p>${frame}</p>`,
      '[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'of WordPress are the link of the page for a frame that loads later',
      `${quotation('4Q')}<iframe class="wp-embedded-content" src="about:blank" data-src="https://a.test/b/embed/#?secret=4Q" title="“Oars” — Skerry"></iframe>`,
      '> [Oars](https://a.test/b)',
    ],
    [
      'of WordPress without such a link are what the frame names',
      frame,
      '[“Oars” — Skerry](https://a.test/b/embed/#?secret=4Q)',
    ],
    [
      'in a forum are those that its script would show',
      `<p>See <span data-s9e-mediaembed="reddit" data-s9e-mediaembed-iframe='["scrolling","no","src","https:\\/\\/s9e.github.io\\/iframe\\/2\\/reddit.min.html#tides\\/comments\\/1e6c#theme=auto"]'></span></p><p><span data-s9e-mediaembed="googlesheets" data-s9e-mediaembed-iframe='["src","https:\\/\\/docs.example\\/sheet"]'></span></p>`,
      'See\n\n[Post on Reddit](https://www.reddit.com/r/tides/comments/1e6c)\n\n[googlesheets](https://docs.example/sheet)',
    ],
    [
      'are not what a frame for sharing names',
      '<p>Text</p><iframe src="https://a.test/share?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DLlbUwLx785k"></iframe>',
      'Text',
    ],
    [
      'of a service that embeds anything are what its URL names',
      '<iframe data-src="https://a.test/embed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DLlbUwLx785k"></iframe>',
      '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)',
    ],
    [
      'in frames of another site of the publisher are what the frame names',
      '<iframe class="lazyload" data-src="https://a.test/embed/inset/iframe?id=youtube-video-LlbUwLx785k"></iframe><iframe data-src="/embed/inset/iframe?id=vimeo-12345678"></iframe>',
      '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)\n\n[Vimeo video](https://vimeo.com/12345678)',
    ],
    [
      'of links are the links with their titles',
      '<aside class="onebox allowlistedgeneric"><header><a href="https://a.example/b">a.example</a></header><article><h3><a href="https://a.example/b">A lamp</a></h3><p>All about it</p></article></aside>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'that link as a whole are the links, too',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-title">A lamp</div><div>All about it</div></a></figure>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'of files keep their code',
      '<aside class="onebox githubblob"><h4><a href="https://a.example/b">main.c</a></h4><pre><code>int main(){}</code></pre></aside>',
      '#### [main.c](https://a.example/b)\n\n```\nint main(){}\n```',
    ],
    [
      'of XenForo are links, too',
      '<div class="bbCodeBlock bbCodeBlock--unfurl"><h3><a href="https://a.example/b">A lamp</a></h3><div>All about it</div></div>',
      '[A lamp](https://a.example/b)',
    ],
    [
      'without a text are the links to them',
      '<blockquote class="twitter-tweet"><a href="https://x.com/ann/status/1">Tweet may have been deleted</a></blockquote>',
      '[Post on X](https://x.com/ann/status/1)',
    ],
    [
      'behind a banner for consent are the links to them',
      '<div class="ConsentBannerWrapper-x"><h4>Content</h4><p>It can be viewed on the site it <a href="https://vimeo.com/123456">originates</a> from.</p></div>',
      '[Vimeo video](https://vimeo.com/123456)',
    ],
    [
      'with a text keep it',
      '<blockquote class="twitter-tweet">We won <a href="https://x.com/ann/status/1">May 4</a></blockquote>',
      '> We won [May 4](https://x.com/ann/status/1)',
    ],
  ]);
});
