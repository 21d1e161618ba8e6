import { anyPhrase } from '#shared/kernel/phrases.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

const opens = /^[\s(*[<]*(?:copyright(?!\p{L})|©|ⓒ|\(c\)|℗|저작권자)/iu;
const year = /\b(?:19|20)\d\d\b/;
const sign = /[©ⓒ℗]|\(c\)|저작권/i;
const subject = /copyright|licen[cs]e|legal|terms|imprint|impressum|urheberrecht/i;
const reserves = anyPhrase([
  'all rights reserved',
  'alle rechte vorbehalten',
  'tous droits réservés',
  'todos los derechos reservados',
  'todos os direitos reservados',
  'tutti i diritti riservati',
  'alle rechten voorbehouden',
  'wszelkie prawa zastrzeżone',
  'все права защищены',
  '무단\\s?전재',
  'may not be (?:published|reproduced|republished)',
]);
const maxCharacters = 320;
/** A text goes on after a line about its terms, with a note of the editor at most. */
const maxBlocksBelow = 1;

/**
 * The kept lines at the end that say whose copyright a text is: with a year or a sign. A line right below a heading is the text of a
 * section, and a page with such a title is about it.
 */
export function copyrightLines({ context: { tree, page }, kept, title }: KeptText): readonly number[] {
  if (subject.test(title)) return [];
  const found: number[] = [];
  let below = 0;
  for (let block = kept.lastIndexOf(1); block > kept.indexOf(1) && below <= maxBlocksBelow; block--) {
    if (kept[block] !== 1) continue;
    const { text = '' } = tree.blocks[block] ?? {};
    const isLine = text.length <= maxCharacters && opens.test(text) && reserves.isIn(text);
    const isDated = year.test(text) || sign.test(text);
    if (isLine && isDated && page.headingLevel[block - 1] === 0) found.push(block);
    else below += 1;
  }
  return found;
}
