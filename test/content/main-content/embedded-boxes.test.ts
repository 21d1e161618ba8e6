import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('an embedded post', () => {
  const said = 'The lamp at Skerry has been lit every night since 1851, and tonight as well';
  const post = (text: string, name = 'twitter-tweet'): string =>
    `<blockquote class="${name}"><p>${text}</p>— Ann Tarn (@ann) <a href="https://x.com/ann/status/1">May 4</a></blockquote>`;

  test.for([
    ['between paragraphs', `<div>${paragraph('Skerry')}${post(said)}${paragraph('Faaborg')}</div>`],
    ['at the end of a text', `<div>${paragraph('Skerry')}${post(said, 'instagram-media')}</div><p>Menu</p>`],
  ])('is kept %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toContain(said);
  });

  test('may be the preview of a link, or a box of Ghost', () => {
    const preview = '<aside class="onebox"><h3><a href="https://a.test/b">A lamp</a></h3></aside>';
    const box = '<div class="kg-card kg-callout-card"><a href="https://a.test/b">A book</a></div>';

    expect(keptTexts(`<div>${paragraph('Skerry')}${preview}${box}</div>`, 0.05)).toEqual(
      expect.arrayContaining(['A lamp', 'A book']),
    );
  });

  test('may be a button with a file, between paragraphs', () => {
    const button = (file: string): string =>
      `<div class="button"><a href="https://a.test/${file}">Download</a></div>`;
    const kept = (html: string): boolean => keptTexts(html, 0.05).includes('Download');

    expect(kept(`<div>${paragraph('Skerry')}${button('lamps.pdf?v=1')}${paragraph('Faaborg')}</div>`)).toBe(
      true,
    );
    expect(kept(`<div>${paragraph('Skerry')}${button('app')}${paragraph('Faaborg')}</div>`)).toBe(false);
    expect(kept(`<div>${paragraph('Skerry')}</div>${button('lamps.pdf')}<p>Menu</p>`)).toBe(false);
    const advert = `<div class="ad">${button('kit.pdf')}</div>`;
    expect(kept(`<div>${paragraph('Skerry')}${advert}${paragraph('Faaborg')}</div>`)).toBe(false);
  });

  test('may be a row of videos with captions, and posts between them', () => {
    const video = (id: string, caption: string): string =>
      `<figure><iframe src="https://www.youtube.com/embed/${id}"></iframe><figcaption>${caption}</figcaption></figure>`;
    const row = `${video('abc123XYZ00', 'The first')}<figure>${post(said)}</figure>${video('abc123XYZ01', 'The second')}`;

    expect(keptTexts(`<div>${paragraph('Skerry')}${row}${paragraph('Faaborg')}</div>`, 0.05)).toEqual(
      expect.arrayContaining(['The first', said, 'The second']),
    );
  });

  test('may be several buttons with files, which Divi calls promotions', () => {
    const button = (file: string): string =>
      `<p><a class="et_pb_promo_button" href="https://a.test/${file}.pdf">For ${file}</a></p>`;
    const files = ['families', 'schools', 'boats'].map(button).join('');

    expect(keptTexts(`<div>${paragraph('Skerry')}${files}${paragraph('Faaborg')}</div>`, 0.05)).toEqual(
      expect.arrayContaining(['For families', 'For schools', 'For boats']),
    );
  });

  test('may be a post that a script has drawn in a frame', () => {
    const post =
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=790936002017755136"></iframe>';

    expect(
      keptTexts(`<div>${paragraph('Skerry')}<p>${post}</p>${paragraph('Faaborg')}</div>`, 0.05),
    ).toHaveLength(3);
  });

  test('may be the video that opens the text, behind the line of its author', () => {
    const video =
      '<div class="player"><iframe src="https://www.youtube.com/embed/LlbUwLx785k"></iframe></div>';
    const title = '<h1>The lamp + at Skerry</h1><p>By Ann Tarn</p>';
    const kept = (html: string): boolean => keptTexts(html, 0.05).includes('YouTube video');

    expect(kept(`${title}<div>${video}${paragraph('Skerry')}</div>`)).toBe(true);
    expect(kept(`${title}${video}<p>Share</p><div>${paragraph('Skerry')}</div>`)).toBe(false);
    expect(kept(`${title}<div><p>Menu</p>${video}${paragraph('Skerry')}</div>`)).toBe(false);
  });

  test.for([
    ['beside a text', `<div>${paragraph('Skerry')}</div><aside>${post(said)}</aside>`],
    [
      'without words of its own',
      `<div>${paragraph('Skerry')}${post('View this post', 'instagram-media')}</div>`,
    ],
  ])('is dropped %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toHaveLength(1);
  });
});

test('a sound between kept blocks is kept', () => {
  const sound = '<audio controls><source type="audio/wav" src="https://a.test/tide.wav?_=1"></audio>';

  expect(keptTexts(`<div>${paragraph('Skerry')}${sound}${paragraph('Faaborg')}</div>`, 0.05)).toContain(
    'Audio',
  );
});

describe('a video between kept blocks', () => {
  const frame = '<div><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe></div>';
  const label = 'YouTube video';

  test.for([
    ['between paragraphs', `<div>${paragraph('Skerry')}${frame}${paragraph('Faaborg')}</div>`],
    [
      'above the links to its files',
      `<div>${paragraph('Skerry')}${frame}<p>MP4</p>${paragraph('Faaborg')}</div>`,
    ],
  ])('is kept %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).toContain(label);
  });

  test('is kept at the end of a text below a line that announces it', () => {
    const kept = (line: string, video = frame, chance = 0.6): number =>
      keptTexts(
        `<div>${paragraph('Skerry')}<p>${line}</p>${video}<p>Menu</p><p>Imprint</p></div>`,
        chance,
      ).filter((text) => text === label).length;

    expect(kept('See the keeper light the lamp below+:')).toBe(1);
    expect(kept('See the keeper light the lamp below+:', frame.repeat(3))).toBe(3);
    expect(kept('See the keeper light the lamp below+.')).toBe(0);
    expect(kept('See the keeper light the lamp below:')).toBe(0);
    expect(kept('Watch+:')).toBe(0);
    expect(kept('See the keeper light the lamp below+:', frame, 0.3)).toBe(0);
  });

  test('is kept with the others of a row, however many they are', () => {
    const kept = (below: string): number =>
      keptTexts(`<div>${paragraph('Skerry')}${frame.repeat(5)}${below}</div>`, 0.05).filter(
        (text) => text === label,
      ).length;

    expect(kept(paragraph('Faaborg'))).toBe(5);
    expect(kept('<p>Menu</p><p>Imprint</p>')).toBe(0);
  });

  test.for([
    ['behind the text', `<div>${paragraph('Skerry')}${frame}<p>Menu</p><p>Imprint</p></div>`],
    ['beside it', `<div>${paragraph('Skerry')}<aside>${frame}</aside>${paragraph('Faaborg')}</div>`],
  ])('is dropped %s', ([, html = '']) => {
    expect(keptTexts(html, 0.05)).not.toContain(label);
  });
});

describe('a notice between kept blocks', () => {
  const notice = (text: string): string =>
    `<div class="caution"><h3 class="title">Caution</h3><p>${text}</p></div>`;
  const page = (box: string): string => `<main>${paragraph('Skerry')}${box}${paragraph('Faaborg')}</main>`;

  test('is kept', () => {
    expect(keptTexts(page(notice(sentence('Brake'))), 0.2)).toContain(sentence('Brake'));
  });

  test('is dropped where it looks like something else', () => {
    expect(keptTexts(page(notice(sentence('Brake'))), 0.1)).not.toContain(sentence('Brake'));
  });
});
