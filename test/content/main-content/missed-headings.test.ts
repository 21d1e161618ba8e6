import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('the heading of a section', () => {
  const section = (heading: string, labels = '', name = 'part'): string =>
    `<section><h2 class="${name}">${heading}</h2>${labels}${paragraph(heading)}</section>`;
  const others = section('Skerry+') + section('Faaborg+');
  const badges = '<i>New</i><div>Open all year</div><a href="/book">Book</a>';
  // Below the least mean chance of `partsOfRows`, which would keep the heading, too.
  const keepsLyness = (html: string, chance = 0.2): boolean => keptTexts(html, chance).includes('Lyness');

  test.for([
    ['between them', section('Skerry+') + section('Lyness', badges) + section('Faaborg+')],
    ['after them', others + section('Lyness', badges)],
  ])('is kept above labels and its text where other headings of its kind are: %s', ([, html = '']) => {
    expect(keepsLyness(html)).toBe(true);
  });

  test.for([
    ['of another kind', others + section('Lyness', badges, 'aside')],
    ['that is unlike the others for the model', others + section('Lyness', badges), 0.05],
    ['without kept text', `${others}<section><h2 class="part">Lyness</h2>${badges}</section>`],
    ['far above the text', others + section('Lyness', `<div>${'All of our lamps. '.repeat(9)}</div>`)],
    ['with one peer', section('Skerry+') + section('Lyness', badges)],
    ['of another level', others + section('Lyness', badges).replaceAll('h2', 'h3')],
    ['in a menu', `${others}<nav>${section('Lyness', badges)}</nav>`],
    [
      'of a list of links',
      `${others}<section><div><h2 class="part">Lyness</h2>${'<p><a href="/a">Tide</a></p>'.repeat(3)}</div>${paragraph('Lyness')}</section>`,
    ],
    [
      'of the headline of another page',
      `${others}<section><div><h2 class="part">Lyness</h2><a href="/a">One year after the lamp of Faaborg</a></div>${paragraph('Lyness')}</section>`,
    ],
    ['that each of many sections has', others + section('Lyness', badges).repeat(4)],
    [
      'that leads to another page',
      `${others}<section><h2 class="part"><a href="/l">Lyness</a></h2><div><div><p>New</p><p>Open</p></div>${paragraph('Lyness')}</div></section>`,
    ],
  ] as const)('is not kept for its place when it is a heading %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});

describe('the names of what a page compares', () => {
  const names = ['Skerry', 'Faaborg', 'Lyness'];
  const offer = '<div>Credit: a shop</div><div><a href="/buy">€40 at a shop that sells lamps</a></div>';
  const entry = (name: string, below = `${offer}${paragraph(name).repeat(2)}`, level = 2): string =>
    `<h${level}>${name}</h${level}>${below}`;
  const namesIn = (html: string, chance = 0.1): readonly string[] =>
    keptTexts(html, chance).filter((text) => names.includes(text));

  test.for([
    ['plain', (name: string) => name],
    ['as links to a shop', (name: string) => `<a href="/to/${name}">${name}</a>`],
  ] as const)('are kept above offers and the texts about them, %s', ([, nameOf]) => {
    const entries = names.map((name) => entry(nameOf(name), `${offer}${paragraph(name).repeat(2)}`));

    expect(namesIn(entries.join(''))).toEqual(names);
  });

  test.for([
    ['of two products', names.slice(0, 2).map((name) => entry(name))],
    ['that are surely no content', names.map((name) => entry(name)), 0.02],
    [
      'of texts that are mostly dropped',
      names.map((name) => entry(name, `<p>${sentence('it')}</p>`.repeat(5) + paragraph(name).repeat(2))),
    ],
    [
      'above a line each',
      names.map((name) => entry(name, '<div>New</div><p>It is lit, all night long+</p>')),
    ],
    [
      'far above their texts',
      names.map((name) => entry(name, '<p>Tide</p>'.repeat(12) + paragraph(name).repeat(2))),
    ],
    ['as titles of comments', names.map((name) => entry(name, `${offer}${paragraph(name).repeat(2)}`, 1))],
    ['beside the text', names.map((name) => `<aside>${entry(name)}</aside>`)],
    [
      'of articles to read, in boxes between the paragraphs',
      names.map(
        (name) =>
          `<div><div><h3><a href="/${name}">${name}</a></h3><a href="/${name}">Read article</a></div></div>${paragraph(name).repeat(2)}`,
      ),
    ],
    [
      'of items in a list before the text',
      names.map((name) => `<ul><li><h4>${name}</h4>New</li></ul><h5>Text</h5>${paragraph(name).repeat(2)}`),
    ],
    [
      'of the authors of posts',
      names
        .map(
          (name) =>
            `<div class="comment">${entry(name, `<i>New</i><div class="comment-body">${paragraph(name).repeat(2)}</div>`)}</div>`,
        )
        .concat('<p class="comment">Reply</p>'),
    ],
  ] as const)('are not kept %s', ([, entries, chance]) => {
    expect(namesIn(`<h1>Lamps+</h1>${entries.join('')}`, chance)).toEqual([]);
  });
});
