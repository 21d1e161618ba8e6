import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('a section of a manual', () => {
  const code = '<pre>lamp --on</pre>'.repeat(3);
  const section = (name: string, mark: string, names = 'sect'): string =>
    `<div class="${names}"><h3>${name}${mark}</h3><p>${sentence(name)}${mark}</p></div>`;
  const sections = ['A', 'B', 'C', 'D'].map((name) => section(name, '+')).join('');
  const missed = section('Brake', '');
  /** Below the least mean chance of `partsOfRows`, which would keep the section, too. */
  const likely = 0.2;

  test('is kept where most sections of its kind are', () => {
    expect(keptTexts(`<main>${code}${sections}${missed}</main>`, likely)).toContain(sentence('Brake'));
  });

  test('is kept between two that are kept for that reason, though it is less likely', () => {
    const less = section('Cox', '~');
    const page = `<main>${code}${sections}${missed}${less}${section('Dover', '')}</main>`;

    expect(keptTexts(page, likely)).toContain(`${sentence('Cox')}~`);
    expect(keptTexts(`<main>${code}${sections}${less}</main>`, likely)).not.toContain(`${sentence('Cox')}~`);
  });

  test.for([
    ['where few sections are kept', `${code}${section('A', '+')}${missed}`, likely],
    ['on a page without code', `${sections}${missed}`, likely],
    ['with another class', `${code}${sections}${section('Brake', '', 'more')}`, likely],
    [
      'without a text',
      `${code}${sections}<div class="sect"><h3>${sentence('Brake')}</h3><p>None</p></div>`,
      likely,
    ],
    ['where it looks like something else', `${code}${sections}${missed}`, 0.1],
  ] as const)('is not kept %s', ([, html, chance]) => {
    const menu = '<nav><a href="/a">Lamps</a></nav>';

    expect(keptTexts(`${menu}<main>${html}</main>`, chance)).not.toContain(sentence('Brake'));
  });

  test('may be a panel of tabs', () => {
    const panel = (name: string, mark: string): string =>
      `<div role="tabpanel"><p>${sentence(name)}${mark}</p></div>`;
    const panels = (last: string): string => `<div>${panel('A', '+')}${panel('B', '+')}${last}</div>`;

    expect(keptTexts(panels(panel('Brake', '')))).toContain(sentence('Brake'));
    expect(keptTexts(panels(panel('Brake', '')), 0.2)).not.toContain(sentence('Brake'));
  });
});

describe('a block of a manual without menus', () => {
  const most = ['A', 'B', 'C', 'D'].map((name) => paragraph(name)).join('');
  const page = (rest: string, code = '<pre>lamp --on</pre>'): string => `<body>${code}${most}${rest}</body>`;
  const missed = `<dl><dt>Brake</dt><dd>${sentence('Brake')}</dd></dl>`;

  test('is kept where most of the text around it is', () => {
    expect(keptTexts(page(missed))).toEqual(expect.arrayContaining(['Brake', sentence('Brake')]));
  });

  test('is kept however long a listing is', () => {
    const log = 'lamp --on --hour 4\n'.repeat(200);

    expect(keptTexts(page(`<pre>${log}</pre>`)).join(' ')).toContain('--hour 4');
  });

  test.for([
    ['on a page without code', page(missed, ''), 0.3],
    ['beside a menu', page(`<nav><a href="/a">Lamps</a></nav>${missed}`), 0.3],
    ['where little is kept', `<pre>lamp --on</pre>${paragraph('A')}${missed.repeat(4)}`, 0.3],
    ['where it looks like something else', page(missed), 0.1],
    ['of links', page(`<p><a href="/a">${sentence('Brake')}</a></p>`), 0.3],
  ] as const)('is not kept %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain(sentence('Brake'));
  });
});

describe('a dropped section between two kept ones', () => {
  const section = (name: string, body: string, kind = 'keeper'): string =>
    `<div class="${kind}"><h3>${name}</h3>${body}</div>`;
  const page = (middle: string): string =>
    `<article>${section('Skerry+', paragraph('Skerry'))}${middle}${section('Tarn+', paragraph('Tarn'))}</article>`;
  const text = `<p>${sentence('Holm')}</p>`;

  test('is kept where its heading is at the same place', () => {
    expect(keptTexts(page(section('Holm', text)))).toContain(sentence('Holm'));
    expect(keptTexts(page(section('Holm', text)), 0.1)).not.toContain(sentence('Holm'));
  });

  test.for([
    ['an offer in a box of its own', section('Holm', text, 'offer')],
    ['a choice of filters', section('Holm', '<ul><li>Light</li><li>Dark</li></ul>')],
    ['a list of teasers', section('Holm', `<p><a href="/a">${sentence('Holm')}</a></p>`)],
  ])('is not kept where it is %s', ([, middle = '']) => {
    expect(keptTexts(page(middle))).not.toContain('Holm');
  });
});
