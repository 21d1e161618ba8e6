import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { readPage } from '../read-page.ts';

describe('elements of AMP', () => {
  follows([
    [
      'that are images are images, once, also with a copy for readers without scripts',
      '<amp-img src="https://a.test/1.jpg" width="1280" height="720" alt="Quay"><noscript><img src="https://a.test/1.jpg" alt="Quay"></noscript></amp-img><p>Text</p><amp-carousel><amp-img src="https://a.test/2.jpg" alt="Pier"></amp-img></amp-carousel><p>Text</p><amp-anim src="https://a.test/3.gif" alt="Gull"><amp-img placeholder src="https://a.test/4.jpg"></amp-img></amp-anim>',
      '![Quay](https://a.test/1.jpg)\n\nText\n\n![Pier](https://a.test/2.jpg)\n\nText\n\n![Gull](https://a.test/3.gif)',
    ],
    [
      'that give the ratio of their sides are no icons and no counters',
      '<amp-img src="https://a.test/1.jpg" width="4" height="3" layout="responsive"></amp-img><p>Text</p><amp-iframe src="https://player.vimeo.com/video/123456" width="1" height="1" layout="responsive"></amp-iframe>',
      '![](https://a.test/1.jpg)\n\nText\n\n[Vimeo video](https://vimeo.com/123456)',
    ],
    [
      'that give their size in pixels are counters where they have one',
      '<p>Text</p><amp-img src="https://a.test/1.gif" width="1" height="1"></amp-img><amp-iframe title="Counter" src="https://a.test/embed" width="1" height="1"></amp-iframe>',
      'Text',
    ],
    [
      'that play are links to what they play',
      '<amp-youtube data-videoid="LlbUwLx785k" layout="responsive" width="480" height="270"><amp-img src="https://a.test/1.jpg" placeholder></amp-img></amp-youtube><amp-video src="https://a.test/1.mp4" controls title="Ships"></amp-video><amp-audio controls><source src="https://a.test/1.mp3"></amp-audio>',
      '[YouTube video](https://www.youtube.com/watch?v=LlbUwLx785k)\n\n[Ships](https://a.test/1.mp4)\n\n[Audio](https://a.test/1.mp3)',
    ],
    [
      'that open over the page are left out, however long they are',
      `<p>Text</p><amp-sidebar layout="nodisplay"><a href="/a">Menu</a></amp-sidebar><amp-lightbox layout="nodisplay" id="g"><amp-carousel>${'<p>The harbour was closed for a week, and the ships lay in the bay.</p>'.repeat(12)}</amp-carousel></amp-lightbox><button aria-controls="g">Gallery</button>`,
      'Text',
    ],
  ]);

  test('are among the images of the page', async () => {
    const page = '<p>Text</p><amp-img src="/1.jpg" alt="Quay"></amp-img>';

    const { images } = await readPage(page, { formats: ['images'] });

    expect(images).toEqual(['https://site.example/1.jpg']);
  });
});
