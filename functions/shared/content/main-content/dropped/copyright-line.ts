import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';

const opens = /^[\s(*[<]*(?:copyright|©|ⓒ|\(c\)|℗|저작권자)/i;
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

/** The kept lines at the end that say whose copyright a text is; a page of nothing else is about it. */
export function copyrightLines({ tree }: BlockContext, kept: Uint8Array): readonly number[] {
  const found: number[] = [];
  let below = 0;
  for (let block = kept.lastIndexOf(1); block > kept.indexOf(1) && below <= maxBlocksBelow; block--) {
    if (kept[block] !== 1) continue;
    const { text = '' } = tree.blocks[block] ?? {};
    if (text.length <= maxCharacters && opens.test(text) && reserves.test(text)) found.push(block);
    else below += 1;
  }
  return found;
}
