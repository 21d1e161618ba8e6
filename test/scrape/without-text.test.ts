import { describe, expect, test } from 'vitest';

import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { mainContentSelection } from './main-content-selection.ts';

async function warningsOf(html: string, status = 200, selection = mainContentSelection) {
  const url = 'https://shop.example/pans/7';
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const { contents } = await convertPage({
    resource: { bytes: Buffer.from(html), contentType: headers['content-type'], url },
    response: { source: 'cloud', status, headers, finalUrl: url },
    allowsEmpty: true,
    selections: [selection],
    wantsLinks: false,
  });
  return contents[0]?.warnings ?? [];
}

const noText = ['The page has no text.'];

describe('a page that is delivered without any text', () => {
  test.for([
    ['a button alone', '<button onclick="load()">x</button>', 200],
    ['an error without a word', '', 404],
    ['a white page of which a picture is taken', '<div></div>', 200],
  ] as const)('has a warning: %s', async ([, html, status]) => {
    expect(await warningsOf(html, status)).toEqual(noText);
  });

  const page = '<main><h1>Pans</h1><p>The pan is sold out.</p><p id="blank"></p></main>';

  test.for([
    ['of its main content', { excludeTags: ['main'] }],
    ['of all that it has', { excludeTags: ['main'], onlyMainContent: false }],
    ['of what is included', { includeTags: ['#blank'] }],
    ['of what is included, less what is excluded', { includeTags: ['p'], excludeTags: ['main'] }],
  ] as const)('because its caller chose so has a warning of that: nothing is left %s', async ([, wish]) => {
    expect(await warningsOf(page, 200, { ...mainContentSelection, ...wish })).toEqual([
      'The elements that includeTags and excludeTags leave have no text.',
    ]);
  });

  test('has no second warning where nothing is included', async () => {
    expect(await warningsOf(page, 200, { ...mainContentSelection, includeTags: ['.none'] })).toEqual([
      'No element of the page matches includeTags.',
    ]);
  });

  test('has a warning in each format of text', async () => {
    const asHtml = { ...mainContentSelection, formats: new Set(['html'] as const) };

    expect(await warningsOf('', 404, asHtml)).toEqual(noText);
  });

  test.for([
    ['a picture', '<img src="/pan.jpg" alt="">'],
    ['a sentence', '<p>The pan is sold out.</p>'],
  ] as const)('is not meant by %s', async ([, html]) => {
    expect(await warningsOf(html)).toEqual([]);
  });

  test('is not meant where no text was asked for', async () => {
    const links = { ...mainContentSelection, formats: new Set(['links'] as const) };

    expect(await warningsOf('', 404, links)).toEqual([]);
  });
});
