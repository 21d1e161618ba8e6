import type { Markup } from './invented-markup.ts';
import type { Part } from './invented-parts.ts';
import type { TextGenerator } from './invented-words.ts';

const codeLine = (generator: TextGenerator): string => {
  const name = generator.phrase(1, 2).replace(' ', '_');
  return generator.pick([
    `${name} = ${generator.between(0, 900)}`,
    `if (${name} > ${generator.between(0, 9)}) return;`,
    `$ ${name} --${generator.phrase(1, 1)} ${generator.between(1, 99)}`,
    `${name}(${generator.phrase(1, 1)}, '${generator.phrase(1, 3)}');`,
  ]);
};

const code: Part = (generator) =>
  `<pre>${generator.chance(0.7) ? '<code>' : ''}${generator.times(1, 9, () => codeLine(generator)).join('\n')}</pre>`;

const items: Part = (generator, markup) =>
  markup.tag(
    generator.pick(['ul', 'ol']),
    generator.times(
      2,
      7,
      () => `<li>${generator.chance(0.5) ? generator.sentence() : generator.phrase(1, 6)}</li>`,
    ),
  );

const figure: Part = (generator) =>
  `<figure><img src="/f.png" alt="">${generator.chance(0.8) ? `<figcaption>${generator.phrase(2, 12)}</figcaption>` : ''}</figure>`;

const table: Part = (generator, markup) =>
  markup.pairs(generator.times(2, 6, () => [generator.phrase(1, 2), generator.phrase(1, 4)] as const));

const quotation: Part = (generator, markup) => markup.tag('blockquote', `<p>${generator.prose(1, 2)}</p>`);

const insertions = [code, code, items, items, figure, table, quotation];

function section(generator: TextGenerator, markup: Markup, level: number): string {
  const name = generator.chance(0.4) ? generator.phrase(1, 2) : generator.title();
  const parts = [
    markup.heading(name.charAt(0).toUpperCase() + name.slice(1), level),
    markup.paragraphs(generator.times(1, 3, () => generator.prose(1, 3))),
  ];
  if (generator.chance(0.6)) parts.push(generator.pick(insertions)(generator, markup));
  if (generator.chance(0.3)) parts.push(markup.paragraphs([generator.prose(1, 2)]));
  if (level < 3 && generator.chance(0.2)) parts.push(section(generator, markup, level + 1));
  return parts.join('\n');
}

/** Documentation: sections of text with code, lists, figures and tables, any of which may come last. */
export const guide: Part = (generator, markup) => {
  const intro = markup.paragraphs(generator.times(0, 2, () => generator.prose(1, 3)));
  const sections = generator.times(1, 7, () => section(generator, markup, 2));
  return markup.heading(generator.title(), 1, 'keep') + markup.box('text', [intro, ...sections], 'keep');
};
