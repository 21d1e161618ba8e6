import type { Markup } from './invented-markup.ts';
import type { Teller } from './invented-words.ts';

type Part = (teller: Teller, markup: Markup) => string;

const codeLine = (teller: Teller): string => {
  const name = teller.phrase(1, 2).replace(' ', '_');
  return teller.pick([
    `${name} = ${teller.between(0, 900)}`,
    `if (${name} > ${teller.between(0, 9)}) return;`,
    `$ ${name} --${teller.phrase(1, 1)} ${teller.between(1, 99)}`,
    `${name}(${teller.phrase(1, 1)}, '${teller.phrase(1, 3)}');`,
  ]);
};

const code: Part = (teller) =>
  `<pre>${teller.chance(0.7) ? '<code>' : ''}${teller.times(1, 9, () => codeLine(teller)).join('\n')}</pre>`;

const items: Part = (teller, markup) =>
  markup.tag(
    teller.pick(['ul', 'ol']),
    teller.times(2, 7, () => `<li>${teller.chance(0.5) ? teller.sentence() : teller.phrase(1, 6)}</li>`),
  );

const figure: Part = (teller) =>
  `<figure><img src="/f.png" alt="">${teller.chance(0.8) ? `<figcaption>${teller.phrase(2, 12)}</figcaption>` : ''}</figure>`;

const table: Part = (teller, markup) =>
  markup.pairs(teller.times(2, 6, () => [teller.phrase(1, 2), teller.phrase(1, 4)] as const));

const quotation: Part = (teller, markup) => markup.tag('blockquote', `<p>${teller.prose(1, 2)}</p>`);

const insertions = [code, code, items, items, figure, table, quotation];

function section(teller: Teller, markup: Markup, level: number): string {
  const name = teller.chance(0.4) ? teller.phrase(1, 2) : teller.title();
  const parts = [
    markup.heading(name.charAt(0).toUpperCase() + name.slice(1), level),
    markup.paragraphs(teller.times(1, 3, () => teller.prose(1, 3))),
  ];
  if (teller.chance(0.6)) parts.push(teller.pick(insertions)(teller, markup));
  if (teller.chance(0.3)) parts.push(markup.paragraphs([teller.prose(1, 2)]));
  if (level < 3 && teller.chance(0.2)) parts.push(section(teller, markup, level + 1));
  return parts.join('\n');
}

/** Sections with listings, lists, figures and tables, any of which may be what the text ends with. */
export const guide: Part = (teller, markup) => {
  const intro = markup.paragraphs(teller.times(0, 2, () => teller.prose(1, 3)));
  const sections = teller.times(1, 7, () => section(teller, markup, 2));
  return markup.heading(teller.title(), 1, 'keep') + markup.box('text', [intro, ...sections], 'keep');
};
