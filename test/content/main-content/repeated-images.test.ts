import { expect, test } from 'vitest';

import { readPage } from '../read-page.ts';

const opening =
  '<p>The carpenter planes the boards in the morning and joins them after lunch, when the glue is warm.</p>';
const between =
  '<p>In the evening she sweeps the floor and writes down how many hours each of the tables has taken so far.</p>';
const more = Array.from(
  { length: 8 },
  (_, at) =>
    `<p>On day ${at + 1} the table stands upside down on the bench, and its ${at + 2} legs are fitted, glued and left to rest.</p>`,
).join('');
const url = 'https://joinery.example/tables';

/** The files of the images of a page, and what links show. */
async function imagesOf(shown: string): Promise<readonly string[]> {
  const html = `<!doctype html><html lang="en"><title>Tables</title><main><h1>Tables</h1>${opening}${shown}${more}</main></html>`;
  const { markdown = '' } = await readPage(html, { url, onlyMainContent: true });
  return Array.from(
    markdown.matchAll(/!\[[^\]]*\]\(https:\/\/joinery\.example\/([^)\s]*)/g),
    ([, file = '']) => file,
  );
}

const image = (file: string, alt = '') => `<img src="/${file}" alt="${alt}" width="640" height="480">`;

test.for([
  ['with the same alternative text', image('oak.jpg', 'An oak'), image('oak.jpg', 'An oak')],
  ['without an alternative text', image('oak.jpg', 'An oak'), image('oak.jpg')],
  [
    'in an opened <noscript> of a picture',
    `<picture><noscript>${image('oak.jpg')}</noscript></picture>`,
    `<picture><noscript>${image('oak.jpg')}</noscript></picture>`,
  ],
  ['that has lost its link', `<a href="/oak">${image('oak.jpg', 'An oak')}</a>`, image('oak.jpg')],
] as const)('a second copy of an image is left out %s', async ([, first, second]) => {
  expect(await imagesOf(`<div>${first}</div>${between}<div>${second}</div>`)).toEqual(['oak.jpg']);
});

test.for([
  ['leads to another page', image('oak.jpg'), `<a href="/ash">${image('oak.jpg', 'An oak')}</a>`],
  ['shows something else', image('chart.png', 'The year 2024'), image('chart.png', 'The year 2025')],
  [
    'has a caption',
    image('oak.jpg'),
    `<figure>${image('oak.jpg')}<figcaption>After oiling</figcaption></figure>`,
  ],
  [
    'has a caption in a box',
    `<div class="wp-caption">${image('oak.jpg')}</div>`,
    `<div class="wp-caption">${image('oak.jpg')}<p>After oiling</p></div>`,
  ],
  [
    'follows words that point to it',
    image('oak.jpg'),
    `<p>Look at the board again:</p><div>${image('oak.jpg')}</div>`,
  ],
  [
    'has another id in its folder',
    image('a/f6105318-3c83-4836-ab5b-96f2cd95de00/table-oak-41.png', 'Oak'),
    image('a/8312e20d-5b44-4b90-a355-1f8397f74d1a/table-oak-41.png', 'Ash'),
  ],
  ['is a sign', image('tick.svg', 'yes'), image('tick.svg', 'yes')],
  [
    'was quoted above',
    `<blockquote>${image('oak.jpg')}<p>What a fine board she has there</p></blockquote>`,
    image('oak.jpg'),
  ],
  ['is part of a line', image('tick.png', 'yes'), `<p>Planed: ${image('tick.png', 'yes')} by hand</p>`],
] as const)('an image is repeated where it %s', async ([, first, second]) => {
  expect(await imagesOf(`<div>${first}</div>${between}<div>${second}</div>`)).toHaveLength(2);
});

test('an image is repeated in the cells of a table', async () => {
  const row = (name: string) => `<tr><td>${name}</td><td>${image('tick.png', 'yes')}</td></tr>`;

  expect(
    await imagesOf(`<table><tr><th>Wood</th><th>Hard</th></tr>${row('Oak')}${row('Ash')}</table>`),
  ).toHaveLength(2);
});

test.for([
  [
    'without words of its own',
    [
      ['oak.jpg', 'Oak'],
      ['oak-room.jpg', ''],
    ],
    1,
  ],
  [
    'with the same words',
    [
      ['oak.jpg', 'Oak'],
      ['oak-room.jpg', 'Oak'],
    ],
    1,
  ],
  [
    'with other words',
    [
      ['raw.jpg', 'Before'],
      ['oiled.jpg', 'After'],
    ],
    2,
  ],
  [
    'beside one without words',
    [
      ['flag.png', ''],
      ['oak.jpg', 'Oak in the valley'],
    ],
    2,
  ],
] as const)('of two images in a link, a second %s is left out or shown', async ([, files, count]) => {
  const link = `<a href="/oak">${files.map(([file, alt]) => image(file, alt)).join('')}</a>`;

  expect(await imagesOf(`<div>${link}</div>`)).toHaveLength(count);
});

test('of two images in the links of cards, the second is left out whatever its words', async () => {
  const card = (name: string) =>
    `<li><a href="/${name}">${image(`${name}.jpg`, name)}${image(`${name}-room.jpg`, 'A room')}</a><p>A table of ${name} with its four legs, made for a long life in the kitchen</p></li>`;

  expect(await imagesOf(`<ul>${['oak', 'ash', 'elm'].map(card).join('')}</ul>`)).toEqual([
    'oak.jpg',
    'ash.jpg',
    'elm.jpg',
  ]);
});

test('more images in a link are all shown, and so are two with words between them', async () => {
  const three = ['a.jpg', 'b.jpg', 'c.jpg'].map((file) => image(file)).join('');
  const before = `<p>The table <a href="/oak">${image('raw.jpg')} before, ${image('oiled.jpg')} after</a> the oil.</p>`;

  expect(await imagesOf(`<figure><a href="/all">${three}</a></figure>${between}${before}`)).toHaveLength(5);
});

test.for([
  ['of a made-up name at five places is left out', 'd46agja', 5, []],
  ['of a made-up name at four places stays once', 'd46agja', 4, ['oak.jpg']],
  ['of an oak stays once, at however many places', 'An oak', 5, ['oak.jpg']],
  ['without a name stays once, at however many places', '', 5, ['oak.jpg']],
] as const)('an image %s', async ([, alt, places, expected]) => {
  const shown = `<div>${image('oak.jpg', alt)}</div>${between}`;

  expect(await imagesOf(shown.repeat(places))).toEqual(expected);
});
