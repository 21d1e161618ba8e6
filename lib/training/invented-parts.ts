import type { Markup } from './invented-markup.ts';
import type { TextGenerator } from './invented-words.ts';

/** Writes a part of an invented page. */
export type Part = (generator: TextGenerator, markup: Markup) => string;

export const pager: Part = (generator, markup) =>
  generator.chance(0.6)
    ? markup.box(
        'pages',
        generator.chance(0.5) ? generator.say('pages') : markup.links(['1', '2', '3', '4']),
        'drop',
      )
    : '';
