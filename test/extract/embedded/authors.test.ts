import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { scrapedPage } from './extraction-pages.ts';

const schema = { type: 'object', properties: { title: { type: 'string' }, author: { type: 'string' } } };

async function authorOf(body: string, jsonLd?: object, head = ''): Promise<unknown> {
  const data =
    jsonLd === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>`;
  const html = `<!doctype html><title>Plane storage</title>${head}${data}<body><h1>Plane storage</h1>${body}<p>Salt water and linseed oil keep a plane from rusting over a wet winter in the shed.</p></body>`;
  const [item] = extractEmbedded(await scrapedPage(html), schema, 'one');
  return item?.value['author'];
}

describe('the author of an article', () => {
  test.for([
    ['a byline', '<p>By Ada Lind</p>', 'Ada Lind'],
    ['a byline without a space', '<p>ByAda Lind</p>', undefined],
    ['a byline after a colon', '<p>Written by:Ada Lind</p>', 'Ada Lind'],
    ['a byline with a date', '<p>by Ada Lind on March 3, 2026</p>', 'Ada Lind'],
    ['a byline with a section', '<p>By Ada Lind in Travel</p>', 'Ada Lind'],
    ['a byline in capital letters', '<p>BY ADA VAN LIND</p>', 'ADA VAN LIND'],
    ['the name under "Written by"', '<p>Written by</p><p>Ada Lind</p>', 'Ada Lind'],
    ['a link to the page of the author', '<p><a href="/authors/ada-lind">Ada Lind</a></p>', 'Ada Lind'],
    ['a name beside a date', '<p>Ada Lind</p><p>March 3, 2026</p>', 'Ada Lind'],
    ['a reading time beside a date', '<p>Five Min Read</p><p>March 3, 2026</p>', undefined],
    [
      'a link to the questions',
      '<p><a href="/users/ask">Ask Question</a></p><p>March 3, 2026</p>',
      undefined,
    ],
    ['an office hour', '<p>By Appointment Only</p>', undefined],
    ['terms of use', '<p>By Using This Site You Agree</p>', undefined],
    [
      'the label of a search form',
      '<form><label>By:</label><input><div>Search titles only</div></form>',
      undefined,
    ],
    [
      'the labels of comments',
      `<p>${'Salt water rusts. '.repeat(20)}</p>`.repeat(4) +
        ['Bo Ek', 'Cy Holm', 'Di Moor']
          .map((name) => `<p>Thank you.</p><p>Posted by: ${name} at March 3, 2026</p>`)
          .join(''),
      undefined,
    ],
    ['the name of a reviewer', '<p>Reviewed By: Ada Lind</p>', undefined],
    ['a name before its experience', '<p>Author: Ada Lind, 4+ years of planing</p>', 'Ada Lind'],
    ['the word alone', '<p>Written by</p><p>Share this article</p>', undefined],
  ] as const)('is read from %s', async ([, body, author]) => {
    expect(await authorOf(body)).toBe(author);
  });

  test('is all names of a list below a label, beside the text', async () => {
    const name = (text: string): string => `<li><a href="/library?q=${text}">${text}</a></li>`;
    const list = `<h6>Author(s)</h6><ul>${name('Ada Lind')}${name('Bo Ek')}</ul>`;
    const text = '<p>Oil the plane before winter, and wipe it dry again.</p>'.repeat(20);

    expect(await authorOf(`${text}<div class="sidebar">${list}</div>`)).toBe('Ada Lind, Bo Ek');
  });

  test('is all of several declared names', async () => {
    const author = [
      { '@type': 'Person', name: 'Ada Lind' },
      { '@type': 'Person', name: 'Bo Ek' },
    ];

    expect(await authorOf('', { '@type': 'Article', headline: 'Plane storage', author })).toBe(
      'Ada Lind, Bo Ek',
    );
  });

  test('is the person of the byline where the site declares itself', async () => {
    const author = { '@type': 'Organization', name: 'Workshop Weekly' };
    const declared = { '@type': 'Article', headline: 'Plane storage', author };
    const head = '<meta property="og:site_name" content="Workshop Weekly">';

    expect(await authorOf('<p>By Ada Lind</p>', declared, head)).toBe('Ada Lind');
    expect(await authorOf('', declared, head)).toBe('Workshop Weekly');
  });

  test.for(['page.head.extra.author', '262588213843476', 'Written by', 'https://site.example/ada'])(
    'is not %s',
    async (author) => {
      expect(await authorOf('', { '@type': 'Article', headline: 'Plane storage', author })).toBeUndefined();
    },
  );

  test('is that of the article in the head, rather than of related ones that are declared', async () => {
    const related = ['Bo Ek', 'Cy Holm'].map((name) => ({
      '@type': 'BlogPosting',
      headline: `Wells of ${name}`,
      author: { name },
      datePublished: '2025-12-18',
    }));

    expect(await authorOf('', related, '<meta name="author" content="Ada Lind">')).toBe('Ada Lind');
  });

  test('is one name, however it is spaced, and no biography', async () => {
    const authorDeclared = (author: string) =>
      authorOf('', { '@type': 'Article', headline: 'Plane storage', author });

    expect(await authorDeclared(`Ada${' '.repeat(2_000)}Lind`)).toBe('Ada Lind');
    expect(await authorDeclared('Ada Lind restores planes. '.repeat(50))).toBeUndefined();
  });

  test('keeps a name that begins like a preposition', async () => {
    const author = 'Parisa Vonn';

    expect(await authorOf('', { '@type': 'Article', headline: 'Plane storage', author })).toBe('Parisa Vonn');
  });
});

test('the day of publication is that of the metadata, as an ISO date', async () => {
  const head = '<meta property="article:published_time" content="Thu, 3/26/2026 - 11:38">';
  const html = `<!doctype html><title>Plane storage</title>${head}<body><h1>Plane storage</h1><p>Salt water rusts.</p></body>`;
  const dated = { type: 'object', properties: { datePublished: { type: 'string' } } };

  expect(extractEmbedded(await scrapedPage(html), dated, 'one')[0]?.value).toEqual({
    datePublished: '2026-03-26T11:38:00',
  });
});

test('a day after the last change is that of a related card, and no day of publication', async () => {
  const card = (day: string): string =>
    `<div class="card"><p>${day}</p><h3><a href="/${day}">Oil for planes, ${day}</a></h3><p>Linseed oil keeps rust away.</p></div>`;
  const html = `<!doctype html><title>Plane storage</title><meta name="author" content="Ada Lind"><body><h1>Plane storage</h1><p>Last modified: August 8, 2023</p><p>Salt water rusts.</p>${['March 5, 2026', 'March 4, 2026', 'March 3, 2026'].map(card).join('')}</body>`;
  const dated = {
    ...schema,
    properties: { ...schema.properties, datePublished: { type: 'string' } },
  };

  expect(extractEmbedded(await scrapedPage(html), dated, 'one')[0]?.value).toEqual({
    title: 'Plane storage',
    author: 'Ada Lind',
  });
});
