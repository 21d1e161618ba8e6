import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

const minQuestionWords = 3;
const maxQuestionWords = 30;
const minAnswerWords = 8;
const maxWidenings = 3;
const maxNameLevels = 4;
const faqName = /faq|accordion|question|collaps|(?:^|[\s_-])toggle/i;
/** A quotation asks what the post answers; a link to another page is a teaser. */
const quotation = /quote/i;
const question = /[?？;]["'»”’)\s]*$/u;

/** Whether the elements around a block belong to a list of questions and answers. */
function isInFaq(tree: BlockTree, container: number): boolean {
  let node = container;
  let isNamed = false;
  for (let level = 0; level < maxNameLevels && node >= 0; level++) {
    const { class: names = '', id = '', itemtype = '' } = elementAt(tree, node)?.attribs ?? {};
    if (nameOf(tree, node) === 'blockquote' || quotation.test(names)) return false;
    isNamed ||= faqName.test(names) || faqName.test(id) || itemtype.endsWith('/Question');
    node = tree.parent[node] ?? -1;
  }
  return isNamed;
}

/** The dropped questions whose answers are kept: an answer alone says little. */
export function questionsOfAnswers({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let block = 0; block + 1 < page.count; block++) {
    if (kept[block] === 1 || kept[block + 1] === 0) continue;
    const asked = tree.blocks[block];
    if (asked === undefined || asked.linkWords > 0 || !question.test(asked.tail)) continue;
    const { words } = asked.shape;
    const answer = tree.blocks[block + 1]?.shape.words ?? 0;
    const isPair = words >= minQuestionWords && words <= maxQuestionWords && answer >= minAnswerWords;
    if (!isPair || (page.headingLevel[block + 1] ?? 0) > 0 || !isInFaq(tree, asked.container)) continue;
    if (wideningsUntil(page, block, block + 1, maxWidenings) < maxWidenings) found.push(block);
  }
  return found;
}
