import { isTag } from 'domhandler';
import { expect, test } from 'vitest';

import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { galleryAround } from '#shared/content/main-content/related/images/gallery.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

const file = (name: string): string => `https://oars.test/files/${name}.jpg`;
const box = (name: string, href = file(name), names = 'gallery__image'): string =>
  `<div class="${names} ${name}"><a href="${href}"><picture><img src="${file(name)}" alt="${name}"></picture></a></div>`;

/** The alternative texts of the other images of the gallery that the first image is in. */
function othersIn(html: string): readonly string[] {
  const page = parsePage({
    bytes: Buffer.from(`<div class="wrapper">${html}</div>`),
    contentType: 'text/html',
    url: 'https://oars.test/oar',
  });
  if (page.kind !== 'html') throw new Error('the page is not HTML');
  const image = findElement(page.document, ({ name }) => name === 'img');
  return (image === undefined ? [] : galleryAround(image)).map((other) => {
    const shown = isTag(other) ? findElement(other, ({ name }) => name === 'img') : undefined;
    return shown?.attribs['alt'] ?? (isTag(other) ? rawText(other) : '');
  });
}

test('a gallery is images in boxes of one name that lead to their files', () => {
  expect(othersIn(box('blade') + box('grip') + box('case'))).toEqual(['grip', 'case']);
});

test('a gallery may lead to bitmaps', () => {
  const bitmap = (name: string): string => box(name, `/files/${name}.bmp`);
  expect(othersIn(bitmap('blade') + bitmap('grip'))).toEqual(['grip']);
});

test.for([
  ['one leads to another page', box('blade') + box('grip') + box('mast', '/mast')],
  ['one has a text', `${box('blade')}<div class="gallery__image"><p>Our oars</p>${box('grip')}</div>`],
  ['the others have another name', box('blade') + box('mast', file('mast'), 'advert')],
  ['the first leads to another page', box('blade', '/blade') + box('grip')],
  ['there are more than forty', Array.from({ length: 42 }, (_, at) => box(`oar${at}`)).join('')],
] as const)('images are no gallery where %s', ([, html]) => {
  expect(othersIn(html)).toEqual([]);
});
