import { describe, expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { teaserLists } from '#shared/content/main-content/dropped/teaser-lists.ts';
import { readPage } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const paragraph = (place: string): string =>
  `<p>The harbour master of ${place} signs the tide table each morning, and the ferries keep to it in any weather.</p>`;
const text = ['Aland', 'Brake', 'Cuxhaven', 'Dover', 'Esbjerg'].map(paragraph).join('');
const teasers = ['Ferry runs aground', 'New lighthouse opens', 'Storm closes the port'].map(
  (title, at) => `<li><a href="/news/${at}">${title}</a></li>`,
);
const list = `<ul>${teasers.join('')}</ul>`;

/** The blocks that are dropped of an article in which everything was kept. */
const dropped = (inside: string, article = text): string[] => {
  const { context, units, kept, title, textsOf } = pageBlocks(
    `<!doctype html><title>Tides</title><article><h1>Tides</h1>${article}${inside}</article>`,
  );
  return textsOf(teaserLists({ context, units, kept, title }));
};

describe('a list of other pages', () => {
  test.for([
    'Related stories',
    'Most read (5)',
    'Mehr zum Thema',
    'Mehr zum Thema auf Hafen.de',
    'Auch auf Hafen.de',
    'Related articles on Tides.org',
    'Read more from Ann Tarn:',
    'À lire aussi',
    'Czytaj też',
    'Διαβάστε επίσης',
    'Читайте также',
  ])('is dropped with its heading: %s', (heading) => {
    expect(dropped(`<div><h3>${heading}</h3>${list}</div>`)).toEqual([
      heading,
      'Ferry runs aground',
      'New lighthouse opens',
      'Storm closes the port',
    ]);
  });

  test('is dropped with the dates and summaries of its teasers', () => {
    const summary = '<p>Nobody was hurt when the ferry met the sandbank off the southern pier.</p>';
    const cards = teasers.map((card) => `<div>${card}<span>12 May</span>${summary}</div>`).join('');

    expect(dropped(`<section><h2>Related news</h2>${cards}</section>`)).toHaveLength(10);
  });

  test.for(['Read also: ', 'Lesen Sie auch: ', 'Читайте также: ', 'Read more: ', 'VEA TAMBIÉN: '])(
    'is dropped when it is one line: %s',
    (label) => {
      expect(dropped(`<p>${label}<a href="/news/1">Ferry runs aground off Narvik</a></p>`)).toHaveLength(1);
    },
  );

  test('is dropped with the summary of its only teaser in a box that is named after related pages', () => {
    const teaser =
      '<div><a href="/news/1">Ferry runs aground</a><p>The match of the two crews on the pier of Narvik ended early</p></div>';

    expect(dropped(`<div class="related-content"><h3>À lire aussi</h3>${teaser}</div>`)).toHaveLength(3);
    expect(dropped(`<div><h3>À lire aussi</h3>${teaser}</div>`)).toHaveLength(2);
  });

  test('is dropped with headlines of which the link over the card is dropped already', () => {
    const card = (title: string): string =>
      `<div><a href="/news"><span>${title}</span></a><p><a href="/sea">Sea</a></p><div><h3>${title}</h3></div><p>All of the crew are back in port.</p></div>`;
    const { context, units, kept, title, textsOf } = pageBlocks(
      `<title>Tides</title><article><h1>Tides</h1>${text}<section><h3>Read next</h3>${card('Ferry runs aground')}${card('Storm closes the port')}</section></article>`,
    );
    context.tree.blocks.forEach(({ linkWords }, block) => {
      if (linkWords > 0) kept[block] = 0;
    });

    expect(textsOf(teaserLists({ context, units, kept, title }))).toEqual(
      expect.arrayContaining(['Read next', 'Storm closes the port', 'All of the crew are back in port.']),
    );
  });

  test('is no section that a list of links above leads to', () => {
    const { context, units, kept, title, textsOf } = pageBlocks(
      `<title>Tides</title><article><h1>Tides</h1>${text}<h3>Read next</h3><ul><li><a href="#a">Mount the lamp</a></li><li><a href="#b">Light the lamp</a></li></ul><h3>Mount the lamp</h3><p>Turn it.</p><h3>Light the lamp</h3><p>Turn it back.</p></article>`,
    );
    context.tree.blocks.forEach(({ linkWords }, block) => {
      if (linkWords > 0) kept[block] = 0;
    });

    expect(textsOf(teaserLists({ context, units, kept, title }))).toEqual([]);
  });

  test('ends before the next paragraph of the text', () => {
    const after = '<p>The night ferry waits for the second tide of the day.</p>';

    expect(dropped(`<h3>Read also</h3><p><a href="/news/1">Ferry runs aground</a></p>${after}`)).toEqual([
      'Read also',
      'Ferry runs aground',
    ]);
  });

  test('ends before the next heading of the text, though its own heading is a paragraph', () => {
    const after = `<h4>Pilots:</h4>${paragraph('Faaborg')}`;

    expect(dropped(`<p><strong>Related:</strong></p>${list}${after}`)).toEqual([
      'Related:',
      'Ferry runs aground',
      'New lighthouse opens',
      'Storm closes the port',
    ]);
  });

  test.for([
    [
      'the link behind "Read more" is a short name',
      '<p>Read more: <a href="/pilots">Pilots of Narvik</a></p>',
    ],
    [
      '"Read more" begins a sentence',
      '<p>Read more about <a href="/1">the pilots of the port of Narvik</a></p>',
    ],
    [
      'the line is a list of sources',
      `<p>Read more:<br>${'<a href="/1">The tide tables of the North Sea ports</a><br>'.repeat(4)}</p>`,
    ],
    ['the heading names a subject', `<h3>Trending in harbours</h3>${list}`],
    ['it names a subject behind such words', `<h3>Auch auf dem Land fehlen Lotsen</h3>${list}`],
    ['it is the "See also" of a manual', `<h2>Related content</h2>${list}`],
    ['the words begin a sentence', '<p>Te recomendamos <a href="/1">leer primero la tabla</a>.</p>'],
    [
      'the link behind "Read more" leads to a source',
      `${list}<p>Read more: <a href="https://other.example/1">Ferry runs aground off Narvik</a></p>`,
    ],
    ['the heading has no links below it', `<h3>Most popular</h3>${paragraph('Faaborg')}`],
    ['the words are a sentence', `<p>Related stories are told by <a href="/1">the pilots</a>.</p>`],
    ['it is a term of a definition', `<dl><dt>Related links</dt><dd><a href="/1">Tide tables</a></dd></dl>`],
  ])('is kept where %s', ([, inside = '']) => {
    expect(dropped(inside)).toEqual([]);
  });

  test('is kept where the page is a list of pages', () => {
    expect(dropped(`<h2>Latest news</h2>${list}`, '')).toEqual([]);
  });

  test('is named in the trace', async () => {
    const trace = createTrace();
    const html = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${text}<p>Read also: <a href="/1">Ferry runs aground</a></p>${text}</article>`;
    const { markdown } = await readPage(html, { onlyMainContent: true, trace });

    expect(markdown).not.toContain('aground');
    expect(trace.entries.map(({ reason }) => reason)).toContain('leads to other pages');
  });
});
