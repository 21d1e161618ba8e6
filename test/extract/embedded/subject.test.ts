import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { scrapedPage } from './extraction-pages.ts';

const text = { type: 'string' };
const titled = (title: string, body: string, jsonLd?: object): string =>
  `<!doctype html><title>${title}</title>${jsonLd === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>`}<body>${body}</body>`;

async function itemOf(html: string, fields: readonly string[]): Promise<unknown> {
  const properties = Object.fromEntries(fields.map((name) => [name, text]));
  const [item] = extractEmbedded(await scrapedPage(html), { type: 'object', properties }, 'one');
  return item?.value;
}

const article = '<p>Salt water and linseed oil keep a plane from rusting over a wet winter in the shed.</p>';

describe('the title of a page', () => {
  test.for([
    ['a logo', `<h1>Workshop Weekly</h1><h2>News</h2><h1>How to store a plane in winter</h1>${article}`],
    ['an offer', `<h1>15% off today</h1><h1>How to store a plane in winter</h1>${article}`],
    ['a form', `<h1>How to store a plane in winter</h1>${article}<h1>Email *</h1>`],
  ] as const)('is the heading that agrees with the declared title, beside %s', async ([, body]) => {
    const html = titled('Store a plane in winter | Workshop Weekly', body);

    expect(await itemOf(html, ['title'])).toEqual({ title: 'How to store a plane in winter' });
  });

  test('is the heading rather than a headline written for search engines', async () => {
    const html = titled('Plane storage', `<h1>How to store a plane in winter</h1>${article}`, {
      '@type': 'Article',
      headline: 'How to Store a Hand Plane in Winter: 5 Tips',
    });

    expect(await itemOf(html, ['title'])).toEqual({ title: 'How to store a plane in winter' });
  });

  test('is the declared one where no heading agrees', async () => {
    const html = titled('How to store a plane in winter', `<h1>Your cart is empty</h1>${article}`);

    expect(await itemOf(html, ['title'])).toEqual({ title: 'How to store a plane in winter' });
  });

  test('is compared in languages without spaces, too', async () => {
    const html = titled(
      '冬のかんなの保管方法 - 工房',
      `<h1>工房だより</h1><h1>冬のかんなの保管方法</h1>${article}`,
    );

    expect(await itemOf(html, ['title'])).toEqual({ title: '冬のかんなの保管方法' });
  });
});

describe('the title of a job or a book', () => {
  const job = { '@type': 'JobPosting', title: 'Harbour pilot', hiringOrganization: { name: 'Tern' } };

  test.for([
    ['Tern - Harbour pilot', job, 'Harbour pilot'],
    ['Harbour pilot in Bergen | Tern careers', job, 'Harbour pilot'],
    [
      'Low tide by Ada Lind | Tern books',
      { '@type': 'Book', name: 'Low tide', publisher: 'Tern' },
      'Low tide',
    ],
  ] as const)('is declared, where the page shows no heading: %s', async ([title, declared, expected]) => {
    const html = titled(title, `<h2>${expected}</h2>${article}`, declared);

    expect(await itemOf(html, ['title', 'company', 'publisher'])).toMatchObject({ title: expected });
  });
});

describe('a recording that a page declares', () => {
  const clip = { '@type': 'VideoObject', name: 'Why we oil planes', uploadDate: '2024-01-06' };
  const fields = ['title', 'author', 'datePublished'];
  const body = `<p>By Ada Lind</p>${article}`;

  test('gives the article around it no day', async () => {
    const html = titled('Plane storage', `<h1>Plane storage</h1>${body}`, clip);

    expect(await itemOf(html, fields)).toEqual({ title: 'Plane storage', author: 'Ada Lind' });
    expect(await itemOf(html, ['title', 'date'])).toEqual({ title: 'Plane storage' });
  });

  test('gives its day to a page about it', async () => {
    const html = titled(clip.name, `<h1>${clip.name}</h1>${body}`, clip);

    expect(await itemOf(html, fields)).toMatchObject({ datePublished: clip.uploadDate });
  });

  test('gives its day to a page whose title has other punctuation', async () => {
    const title = 'Why we oil planes!';
    const html = titled(title, `<h1>${title}</h1>${body}`, { ...clip, name: '“Why we oil planes”' });

    expect(await itemOf(html, fields)).toMatchObject({ datePublished: clip.uploadDate });
  });
});

test('the item of a discussion is the discussion rather than a comment', async () => {
  const comment = (author: string, day: string): string =>
    `<li><a href="#1">permalink</a><p>by ${author}</p><time datetime="2026-03-${day}">${day} March 2026</time><p>I keep mine in an oiled sock, which has worked for years.</p></li>`;
  const html = titled(
    'Plane storage in winter',
    `<div>Where do you keep yours?</div><ul>${comment('Ada Lind', '02')}${comment('Bo Ek', '03')}${comment('Cy Holm', '04')}</ul>`,
  );

  expect(await itemOf(html, ['title', 'author'])).toMatchObject({ title: 'Plane storage in winter' });
});

test('the price is that below the name of the subject, also where it is no heading', async () => {
  const card = (name: string, price: string): string => `<div><h1>${name}</h1><p>${price}</p></div>`;
  const html = titled(
    'Alder smoothing plane No. 4 - Toolshop',
    `${card('Sale of the week', '€5.00')}<div class="t">Alder smoothing plane No. 4</div><p>€89.00</p>`,
  );
  const schema = { type: 'object', properties: { price: { type: 'number' } } };
  const [item] = extractEmbedded(await scrapedPage(html), schema, 'one');

  expect(item?.value).toEqual({ price: 89 });
});
