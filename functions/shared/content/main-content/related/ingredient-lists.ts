import type { Element } from 'domhandler';

import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun, ListOfLines } from '#shared/content/main-content/blocks/units.ts';

/** Names of the box and of its lists, in the languages of large recipe sites: `recipe__ingredients`, `zutaten-liste`. */
const ingredients =
  /(?:^|[\s_-])(?:ingredients?|ingredienti|ingredientes|ingredi[eë]nten|ingr[eé]dients|zutaten|sk[lł]adniki|ingredienser|malzemeler)(?:$|[\s_-])/i;
/** Those of a filter of recipes, or of another recipe. */
const ofOthers = /filter|facet|menu|nav|search|related|card|teaser|of-the-day|sidebar|widget/i;
const maxLevels = 4;
/** Less likely lists are menus and filters. */
const minChance = 0.15;
/** Fewer lines are a note. */
const minLines = 3;
/** With more words in links, the list leads to the recipes of each ingredient. */
const maxLinkedShare = 0.7;
/** The preparation follows soon. */
const maxDistance = 60;

const isOfIngredients = ({ attribs }: Element): boolean =>
  [attribs['class'], attribs['id'], attribs['itemprop']].some(
    (names) => names !== undefined && ingredients.test(names.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')),
  );

const isOfOthers = ({ attribs }: Element): boolean =>
  ofOthers.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`);

/** The dropped lists of the ingredients of a recipe of which the text is kept: short lines look like a menu. */
export function ingredientLists(
  { tree, page, occurrences }: BlockContext,
  lists: readonly ListOfLines[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  return lists.filter(({ from, to, node }) => {
    if (to - from < minLines || !kept.subarray(from, to).includes(0)) return false;
    if (chances.subarray(from, to).some((chance) => chance < minChance)) return false;
    // The page writes them once more for print or for narrow screens.
    if (occurrences.subarray(from, to).every((count) => count > 1)) return false;
    if (page.linkWords.over(from, to) > maxLinkedShare * page.words.over(from, to)) return false;
    if (!kept.subarray(to, to + maxDistance).includes(1)) return false;
    const isAround = (is: (element: Element) => boolean): boolean =>
      nodeAround(tree, node, maxLevels, (around) => {
        const element = elementAt(tree, around);
        return element !== undefined && is(element);
      }) >= 0;
    return isAround(isOfIngredients) && !isAround(isOfOthers);
  });
}
