import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const url = 'https://www.mill-courier.example/garden/how-to-dig-a-well.html';
const metadataOf = async (body: string, { head = '', language = 'en' } = {}) =>
  (
    await readPage(
      `<!doctype html><html lang="${language}"><head><title>How to dig a well</title>${head}</head><body>${body}</body></html>`,
      { url },
    )
  ).metadata;
const headline = '<h1>How to dig a well</h1>';
const text = '<p>The spade goes first, and then the bucket, as every village knows. </p>'.repeat(4);
const declared = (name: string): string => `<meta name="author" content="${name}">`;

describe('a byline between headline and text', () => {
  test.for([
    ['By Ada Lind', 'Bo Ek', 'Ada Lind'],
    ['By Ada Lind, Software Engineer', 'Mill Developers', 'Ada Lind'],
    ['By Ada Lind and Cy Holm', 'Ada Lind', 'Ada Lind and Cy Holm'],
    ['Written by Dr Ada Lind, Cy Holm', 'Ada Lind', 'Dr Ada Lind, Cy Holm'],
    ['By Ada Lind, Mill Courier', 'Ada Lind', 'Ada Lind'],
  ] as const)('names who wrote the text: %s, put online by %s', async ([byline, account, author]) => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared(account)}`;

    expect((await metadataOf(`${headline}<p>${byline}</p>${text}`, { head })).author).toBe(author);
  });

  test.for([
    ['has fewer of them', 'By Ada Lind', 'Ada Lind, Cy Holm'],
    ['goes on with other words', 'Von Ada Lind Wells International', 'Ada Lind'],
    ['names an agency', 'By Harbour Agency', 'Ada Lind'],
    ['is the site', 'By Mill Courier', 'Ada Lind'],
    ['is no name', 'By Fact Checked', 'Ada Lind'],
  ] as const)('leaves the declared authors when it %s', async ([, byline, author]) => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared(author)}`;

    expect((await metadataOf(`${headline}<p>${byline}</p>${text}`, { head, language: 'de' })).author).toBe(
      author,
    );
  });

  test('goes on after a role', async () => {
    const line = '<p>By Ada Lind, Research Scientist, and Bo Ek, Executive Editor, Garden Watch</p>';

    expect((await metadataOf(`${headline}${line}${text}`)).author).toBe('Ada Lind, and Bo Ek');
  });

  test('names the others whose pages it links to', async () => {
    const link = (name: string): string => `<a href="/author/${name.slice(0, 3)}">${name}</a>`;
    const line = `<div>${link('Ada Lind')}<span>, </span>${link('Bo Ek')} &amp; ${link('Cy Holm')}</div>`;

    expect((await metadataOf(`${headline}${line}${text}`, { head: declared('Ada Lind') })).author).toBe(
      'Ada Lind, Bo Ek, Cy Holm',
    );
  });

  test('is not that of a text below', async () => {
    const body = `${headline}<p>${text.replaceAll(/<\/?p>/g, '')}</p><p>By Bo Ek</p>`;

    expect((await metadataOf(body, { head: declared('Ada Lind') })).author).toBe('Ada Lind');
  });

  test('is not that of another article below its title', async () => {
    const other = '<p><a href="/marathons">What to know of the old well</a></p><p>By Bo Ek</p>';

    expect((await metadataOf(`${headline}${other}${text}`, { head: declared('Ada Lind') })).author).toBe(
      'Ada Lind',
    );
  });
});
