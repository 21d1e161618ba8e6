import { describe, expect, test } from 'vitest';

import { extractByPrompt } from '#shared/extract/embedded/extract-by-prompt.ts';
import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { scrapedPage } from './extraction-pages.ts';

const text = '<p>Salt water and linseed oil keep a plane from rusting over a wet winter in the shed.</p>';
const changed = '<meta property="article:modified_time" content="2026-03-03T10:00:00Z">';

const pageWith = (body: string, head = '') =>
  scrapedPage(
    `<!doctype html><title>Plane storage</title>${head}<body><h1>Plane storage</h1>${body}${text}</body>`,
  );

async function itemOf(field: string, body: string, head = '') {
  const schema = { type: 'object', properties: { [field]: { type: 'string' } } };
  const [item] = extractEmbedded(await pageWith(body, head), schema, 'one');
  return item;
}
const valueOf = async (field: string, body: string, head = '') =>
  (await itemOf(field, body, head))?.value[field];

describe('the date of an article', () => {
  const byline = '<p>By Ada Lind</p>';
  const updated = '<p>Last updated: March 3, 2026</p>';

  test('is the day of its last change, where readers see no other', async () => {
    expect(await valueOf('date', byline + updated, changed)).toBe('2026-03-03T10:00:00Z');
    expect(await valueOf('date', `${byline}<p>Updated on 3 March 2026</p>`)).toBe('2026-03-03');
    expect(await valueOf('date', byline, changed)).toBeUndefined();
  });

  test('is the day of its change rather than that of a card, but not than a labelled one', async () => {
    const card = '<div><h3>Chisels</h3><p>May 1, 2025</p></div>';

    expect(await valueOf('date', byline + updated + text.repeat(16) + card, changed)).toBe(
      '2026-03-03T10:00:00Z',
    );
    expect(await valueOf('date', `${byline}<p>Date: May 1, 2025</p>${updated}`, changed)).toContain('2025');
  });

  test('has a reliability of its own where it is that of a change', async () => {
    const item = await itemOf('date', byline + updated, changed);

    expect(item?.evidence).toMatchObject([{ path: '/date', origin: 'head', concept: 'dayOfChange' }]);
  });

  test('is never that of a change where the day of publication is asked for', async () => {
    for (const field of ['datePublished', 'published', 'publication date'])
      expect(await valueOf(field, byline + updated, changed)).toBeUndefined();
    expect((await pageWith(byline + updated, changed)).metadata).not.toHaveProperty('publishedTime');
  });

  test('is the day of publication that the metadata has, in its form', async () => {
    const declared = {
      '@type': 'Article',
      headline: 'Plane storage',
      datePublished: 'Mon, 05/04/2026 - 11:38',
      dateModified: '2026-05-09',
    };
    const shown = '<p>Published: May 1, 2026</p>';
    const script = `<script type="application/ld+json">${JSON.stringify(declared)}</script>`;

    expect(await valueOf('date', shown, script)).toBe('2026-05-01');
  });

  test('is that of an event which the page declares', async () => {
    const event = { '@type': 'Event', name: 'Plane storage', startDate: '2026-06-02' };
    const head = `${changed}<meta property="article:published_time" content="2026-03-01">
      <script type="application/ld+json">${JSON.stringify(event)}</script>`;

    expect(await valueOf('date', updated, head)).toBe('2026-06-02');
  });

  test('says nothing of the page where a prompt asks for more', async () => {
    const prompt = 'Extract the price and the date';

    expect(extractByPrompt(await pageWith(byline + updated, changed), prompt)).toEqual([]);
  });
});
