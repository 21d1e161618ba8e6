import { describe, expect, test } from 'vitest';

import { scrapedPage } from '#shared/scrape/scrape-page.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { pdfFile } from '../content/pdf-file.ts';
import { mainContentSelection } from './main-content-selection.ts';

async function converted(html: string, status = 200) {
  let isStorable = false;
  const url = 'https://shop.example/pans/7';
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const { contents } = await convertPage(
    {
      resource: { bytes: Buffer.from(html), contentType: headers['content-type'], url },
      response: { source: 'local', status, headers, finalUrl: url },
      allowsEmpty: false,
      selections: [mainContentSelection],
      wantsLinks: false,
    },
    {
      onAccepted: () => {
        isStorable = true;
      },
    },
  );
  return { content: contents[0], isStorable };
}

const page = (title: string, text: string): string =>
  `<!doctype html><html><title>${title}</title><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

describe('an error page with status 200', () => {
  test.for([
    ['Page not found', 'The page you were looking for has moved.'],
    ['404', 'Try our home page.'],
    ["We'll be right back", 'We are making some improvements.'],
    ['Pan shop', 'We are unable to complete your request. Please try again later.'],
    ['Pan shop', 'Sorry, this page doesn’t exist.'],
    ['Магазин', 'К сожалению, страница не найдена.'],
    ['Seite nicht gefunden', 'Bitte nutzen Sie die Suche.'],
    ['Page introuvable', 'Retour à l’accueil.'],
    ['Access denied', 'Ask the keeper of the pans.'],
    ['403 Forbidden', 'nginx'],
    ['Too Many Requests', 'Come back later.'],
    ['Pan shop', 'Sorry, you have been blocked.'],
    ['Доступ запрещён', 'Обратитесь к администратору.'],
    ['Zugriff verweigert', 'Bitte melden Sie sich bei uns.'],
    ['ページが見つかりません', 'トップへ戻る'],
    ['页面不存在', '返回首页'],
  ])('is delivered with a warning, and stored by no cache: %s: %s', async ([title = '', text = '']) => {
    const { content, isStorable } = await converted(page(title, text));

    expect(content?.markdown).toContain(text);
    expect(content?.warnings).toEqual([
      'The page says that it does not exist, that nobody may see it or that the site has failed, although it has no error status.',
    ]);
    expect(isStorable).toBe(false);
  });
});

test('a file without text is stored by no cache', async () => {
  const url = 'https://shop.example/scan.pdf';
  const headers = { 'content-type': 'application/pdf' };
  let isStorable = false;

  const converting = convertPage(
    {
      resource: { bytes: pdfFile([{ texts: [] }]), contentType: headers['content-type'], url },
      response: { source: 'local', status: 200, headers, finalUrl: url },
      allowsEmpty: false,
      selections: [mainContentSelection],
      wantsLinks: false,
    },
    {
      onAccepted: () => {
        isStorable = true;
      },
    },
  );

  await expect(converting).rejects.toMatchObject({ code: 'EMPTY_PAGE' });
  expect(isStorable).toBe(false);
});

describe('no warning', () => {
  test.for([
    ['an article about errors', 'How to fix a 404', 'A page not found is a broken promise. '.repeat(60), 200],
    ['a plan for pensions', '401(k) plans', 'Save before taxes, and pay them later.', 200],
    ['a palace', 'Forbidden City', 'Open from nine to five, closed on Mondays.', 200],
    ['a car', 'Peugeot 404', 'A saloon of the sixties, in one careful hand since.', 200],
    [
      'a product that is sold out',
      'Alder pan',
      'Temporarily unavailable. Write to us, and we will tell you.',
      200,
    ],
    ['a status that says it', 'Page not found', 'The page you were looking for has moved.', 404],
  ] as const)('is given for %s', async ([, title, text, status]) => {
    const { content, isStorable } = await converted(page(title, text), status);

    expect(content?.warnings ?? []).toEqual([]);
    expect(isStorable).toBe(true);
  });
});

test.for([
  ['by its status', 404, page('Pans', 'Not here.'), true],
  ['by what it says', 200, page('Page not found', 'The page you were looking for has moved.'), true],
  ['not when it is the page', 200, page('Pans', 'A pan of iron lasts for ever.'), undefined],
] as const)('a scrape knows an error page %s', async ([, status, html, isErrorPage]) => {
  const url = 'https://shop.example/pans/7';
  const { content } = await converted(html, status);
  const acquired = {
    source: 'local',
    requestedUrl: url,
    finalUrl: url,
    status,
    loadTimeMs: 1,
    isWhole: true,
  } as const;

  const loaded = {
    page: { ...acquired, headers: {}, body: Buffer.from(html), warnings: [] },
    storedAtMs: undefined,
  };

  expect(scrapedPage({ ...loaded, contents: [content!] }, content!).isErrorPage).toBe(isErrorPage);
});
