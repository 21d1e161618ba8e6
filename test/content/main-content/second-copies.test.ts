import { describe, expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { secondCopies } from '#shared/content/main-content/dropped/second-copies.ts';
import { markdownOf } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const sentence = (place: string): string =>
  `The harbour master of ${place} signs the tide table each morning, and the ferries keep to it in any weather.`;
const text = (places: readonly string[]): string =>
  places.map((place) => `<p>${sentence(place)}</p>`).join('');
const page = (body: string): string =>
  `<!doctype html><html><title>Tides</title><body><main><h1>Tides</h1>${body}</main></body></html>`;
const markdown = (body: string): Promise<string> => markdownOf(page(body), { onlyMainContent: true });
const count = (written: string, place: string): number => written.split(`master of ${place} `).length - 1;

const offer = text(['Oslo', 'Riga', 'Kiel']);
const long = `${sentence('Oslo')} ${sentence('Riga')}`;
const rest = text(['Brake', 'Dover', 'Narvik', 'Esbjerg']);

const post = (said: string): string => `<div class="post"><div class="post-body">${said}</div></div>`;

describe('a passage that stands twice', () => {
  test.for([
    [
      'for narrow screens',
      `<section class="wide">${offer}</section><section class="narrow">${offer}</section>${rest}`,
    ],
    [
      'as a discussion for other screens',
      ['desktop', 'mobile']
        .map(
          (screen) => `<div class="${screen}">${[offer, text(['Skagen', 'Ribe'])].map(post).join('')}</div>`,
        )
        .join(post(rest)),
    ],
    ['later on the page', `<section>${offer}</section>${rest}<section>${offer}</section>`],
    ['with its heading', `<h2>Ports</h2>${offer}<div class="print"><h2>Ports</h2>${offer}</div>${rest}`],
    [
      'as one paragraph for other screens',
      `<p class="desktop">${long}</p>${rest}<p class="mobile">${long}</p>`,
    ],
    ['with other white space', `<div> ${long}\n </div><p>${long}</p>${rest}`],
    ['with another dash', `<p>${long} High – tide</p><p>${long} High - tide</p>${rest}`],
    ['with other markup at its end', `<p>${long} <b>high</b> <i>tide</i></p><p>${long} high tide</p>${rest}`],
    [
      'with other markup',
      `<p>${long.replaceAll('tide table', '<b>tide table</b>')}</p><p>${long}</p>${rest}`,
    ],
  ] as const)('is written once: %s', async ([, body]) => {
    const written = await markdown(body);

    expect(count(written, 'Oslo')).toBe(1);
    expect(count(written, 'Esbjerg')).toBe(1);
  });

  test.for([
    ['under another heading', `<h2>Get</h2>${offer}<h2>Put</h2>${offer}${rest}`],
    [
      'as some items of a list that has others',
      [`${offer}${text(['Skagen'])}`, `${rest}${offer}`]
        .map(
          (items) =>
            `<ul><li>${items.replaceAll('</p><p>', '</p><ul><li>Open</li></ul></li><li><p>')}</li></ul>`,
        )
        .join('<p>Part-time</p>'),
    ],
    ['in a quotation', `${offer}${rest}<blockquote>${offer}</blockquote>`],
    ['as one paragraph', `<p>${sentence('Oslo')}</p>${rest}<p>${sentence('Oslo')}</p>`],
    ['in two posts of a discussion', [offer, rest, text(['Skagen']), offer].map(post).join('')],
  ] as const)('stays when the page repeats it on purpose: %s', async ([, body]) => {
    expect(count(await markdown(body), 'Oslo')).toBe(2);
  });

  test('is written once when it stands four times in a row under its heading', async () => {
    const slide = `<div class="slide"><h2>Ports</h2><p>${sentence('Oslo')}</p></div>`;

    expect(count(await markdown(`<div class="slides">${slide.repeat(4)}</div>${rest}`), 'Oslo')).toBe(1);
  });

  test('stays when its links lead elsewhere', () => {
    const card = (path: string) => `<div class="mobile"><p>${long} <a href="/${path}">Book</a></p></div>`;
    const copiesIn = (body: string): readonly string[] => {
      const { context, units, kept, title, textsOf } = pageBlocks(page(body));
      return textsOf(secondCopies({ context, units, kept, title }));
    };

    expect(copiesIn(card('oslo') + rest + card('oslo'))).toEqual([`${long} Book`]);
    expect(copiesIn(card('oslo') + rest + card('riga'))).toEqual([]);
  });

  test('is written once when the copy has no links', () => {
    const copiesIn = (body: string): readonly string[] => {
      const { context, units, kept, title } = pageBlocks(page(body));
      return secondCopies({ context, units, kept, title }).map((block) =>
        (context.tree.blocks[block]?.linkWords ?? 0) > 0 ? 'with its link' : 'without a link',
      );
    };
    const linked = `<p>${sentence('Oslo')} <a href="/oslo">Photo</a></p>`;
    const plain = `<p>${sentence('Oslo')} Photo</p>`;

    expect(copiesIn(linked + plain + rest)).toEqual(['without a link']);
    expect(copiesIn(plain + linked + rest)).toEqual([]);
    expect(copiesIn(`${linked}<h3>${sentence('Oslo')} Photo</h3>${rest}`)).toEqual([]);
  });

  test('is written once under another heading when it has several sections of its own', async () => {
    const places = ['Lagos', 'Accra', 'Dakar', 'Tunis', 'Beira'];
    const sections = `<p>${long}</p><h2>West</h2>${text(places)}<h2>East</h2>${offer}`;
    const written = await markdown(`${sections}<h2>Last</h2>${rest}${sections}`);

    expect(count(written, 'Oslo')).toBe(2);
    expect(count(written, 'Lagos')).toBe(1);
  });

  test('is named in the trace', async () => {
    const trace = createTrace();

    await markdownOf(page(`${rest}<div>${offer}</div><div>${offer}</div>`), { onlyMainContent: true, trace });

    expect(trace.entries).toContainEqual(
      expect.objectContaining({ verdict: 'dropped', reason: 'repeats text above' }),
    );
  });
});

describe('the summary under the headline', () => {
  const towns = ['Oslo', 'Riga', 'Visby', 'Turku'];
  const menu = '<nav><a href="/menu">Menu</a></nav>';

  test.for([
    [
      'begins with it',
      `<div class="lead">${sentence('Oslo')}</div><p>${sentence('Oslo')} So it is.</p>${rest}`,
    ],
    [
      'begins with it in capitals and goes on',
      `<div class="lead">${sentence('Oslo')}</div><p>THE HARBOUR${sentence('Oslo').slice('The harbour'.length, -1)}, and so it is.</p>${rest}`,
    ],
    [
      'has it in two paragraphs',
      `<div class="lead">${sentence('Oslo')} ${sentence('Riga')}</div>${text(['Oslo', 'Riga'])}${rest}`,
    ],
    [
      'has it in paragraphs, however long it is',
      `<div class="lead">${towns.map(sentence).join(' ')}</div>${text(towns)}${rest}`,
    ],
    [
      'begins with it below an image',
      `<div class="lead">${sentence('Oslo')}</div><figure><img src="/a.jpg"><figcaption>The tide table in the office of the harbour, as it was signed that morning</figcaption></figure><p>${sentence('Oslo')} So it is.</p>${rest}`,
    ],
  ] as const)('is dropped when the text %s', async ([, body]) => {
    expect(count(await markdown(`${body}${menu}`), 'Oslo')).toBe(1);
  });

  test.for([
    [
      'has it further below',
      `<div class="lead">${sentence('Oslo')}</div>${rest}<p>${sentence('Oslo')} So it is.</p>`,
    ],
    [
      'lacks a sentence of a long one',
      `<div class="lead">${[...towns.slice(0, 2), 'Gdynia', ...towns.slice(2)].map(sentence).join(' ')}</div>${text(towns)}${rest}`,
    ],
    [
      'begins with another sentence than a long one',
      `<div class="lead">${towns.map(sentence).join(' ')}</div>${text(towns.toReversed())}${rest}`,
    ],
    ['is of paragraphs like it', `<p>${sentence('Oslo')}</p><p>${sentence('Oslo')} So it is.</p>${rest}`],
  ] as const)('stays when the text %s', async ([, body]) => {
    expect(count(await markdown(`${body}${menu}`), 'Oslo')).toBe(2);
  });
});

describe('a heading right below the same heading', () => {
  const copiesIn = (body: string): readonly string[] => {
    const { context, units, kept, title } = pageBlocks(page(body));
    const copies = secondCopies({ context, units, kept, title });
    return copies.map((block) => `${context.page.headingLevel[block]} ${context.tree.blocks[block]?.text}`);
  };

  test.for([
    ['of the same level', '<div><h2>Ports</h2></div><h2>Ports</h2>', '2 Ports'],
    ['of a lower level', '<h2>Ports</h2><h3>Ports</h3>', '3 Ports'],
    ['of a higher level: that one stays', '<h3>Ports</h3><h2>Ports</h2>', '3 Ports'],
    [
      'with a link, in a box of its own',
      '<div><h1>Ports</h1><a href="/a"><h2>Ports</h2></a></div>',
      '2 Ports',
    ],
    ['also where it was read before', `<h2>Ports</h2>${offer}<h2>Ports</h2><h2>Ports</h2>`, '2 Ports'],
  ])('is written once: %s', ([, body = '', copy]) => {
    expect(copiesIn(`${body}${rest}`)).toEqual([copy]);
  });

  test('stays when it leads elsewhere', () => {
    const heading = (path: string): string => `<h2><a href="/${path}">Ports</a></h2>`;

    expect(copiesIn(`${heading('a')}${heading('b')}${rest}`)).toEqual([]);
    expect(copiesIn(`<h1>Ports</h1>${heading('a')}${rest}`)).toEqual([]);
  });
});
