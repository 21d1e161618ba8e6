import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';
import { keptTexts } from './page-blocks.ts';

const text = 'The harbour master signs the tide table each morning, and the ferries keep to it. '.repeat(6);
const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Page 3</title><body>${body}</body></html>`;

describe('the title of a page', () => {
  test('stays above the chosen text, however short it is', async () => {
    const markdown = await markdownOf(page(`<main><h1>Page 3</h1><p>${text}</p></main>`), {
      onlyMainContent: true,
    });

    expect(markdown).toMatch(/^# Page 3\n\nThe harbour master/);
  });

  test('is not the name of the site in its header', async () => {
    const header =
      '<header><a href="/"><h1>Harbour News</h1></a><nav><a href="/a">Tides</a> <a href="/b">Ferries</a></nav></header>';

    const markdown = await markdownOf(page(`${header}<main><h2>Page 3</h2><p>${text}</p></main>`), {
      onlyMainContent: true,
    });

    expect(markdown).not.toContain('Harbour News');
  });

  test('stays however far above the text it stands', async () => {
    const tools = '<ul><li><a href="/print">Print</a></li><li><a href="/mail">Mail</a></li></ul>'.repeat(8);
    const body = `<div><div class="head"><div><h1>Page 3</h1></div></div></div><div class="bar">${tools}</div>
      <div><div><div class="text"><p>${text}</p><p>${text}</p></div></div></div>`;

    const markdown = await markdownOf(page(body), { onlyMainContent: true });

    expect(markdown).toMatch(/^# Page 3\n/);
  });

  test('is kept also where a box below the text has the same heading', () => {
    const below = `<section><h1>Page 3+</h1><p>Mixed in a bowl+</p></section>`;
    const texts = keptTexts(page(`<h1>Page 3</h1><p>Skip</p><p>+ ${text}</p>${below}`));
    const above = keptTexts(page(`<h1>Page 3</h1><p>Skip</p><h1>Page 3+</h1><p>+ ${text}</p>`));

    expect(texts[0]).toBe('Page 3');
    expect(above[0]).toBe('Page 3+');
  });

  test('is kept also where a section between its paragraphs has the same heading', () => {
    const sections = `<h2>In short+</h2><p>+ ${text}</p><h2>Page 3+</h2>${`<p>+ ${text}</p>`.repeat(3)}`;

    expect(keptTexts(page(`<h1>Page 3</h1><p>Skip</p>${sections}`))[0]).toBe('Page 3');
  });

  test('may be a lower heading, where the h1 names the site', async () => {
    const tools = '<ul><li><a href="/print">Print</a></li><li><a href="/mail">Mail</a></li></ul>'.repeat(8);
    const body = (heading: string): string =>
      `<header><h1>Harbour News</h1></header><div class="head"><div>${heading}</div></div><div class="bar">${tools}</div>
       <div><div class="text"><p>${text}</p><p>${text}</p></div></div>`;
    const written = (heading: string): Promise<string> =>
      markdownOf(page(body(heading)).replace('Page 3', 'The tides of Skerry'), { onlyMainContent: true });

    expect(await written('<h2>The tides of Skerry</h2>')).toMatch(/^# The tides of Skerry\n/);
    expect(await written('<h2>The tides</h2>')).toMatch(/^The harbour master/);
  });

  test('may follow the label of a thread in its heading', async () => {
    const body = `<header><h1><span class="label">Solved</span><span class="label-append">&nbsp;</span>Where the tides turn</h1></header>
      <nav><a href="/a">Tides</a> <a href="/b">Ferries</a></nav><main><p>${text}</p><p>${text}</p></main>`;
    const html = page(body).replace('Page 3', 'Solved - Where the tides turn');

    expect(await markdownOf(html, { onlyMainContent: true })).toMatch(/^# Solved: Where the tides turn\n/);
  });

  test('is added once, when a heading of another level repeats it', async () => {
    const body = `<header><h1>Page 3</h1><nav><a href="/a">Tides</a> <a href="/b">Ferries</a></nav></header>
      <main><h2>Page 3</h2><p>${text}</p></main>`;

    const markdown = await markdownOf(page(body), { onlyMainContent: true });

    expect(markdown.match(/Page 3/g)).toHaveLength(1);
  });
});
