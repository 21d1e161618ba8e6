import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

const minQuestionWords = 3;
const maxQuestionWords = 30;
const minAnswerWords = 8;
const maxWidenings = 3;
const maxNameLevels = 4;
const faqName = /faq|accordion|question|collaps|(?:^|[\s_-])toggle/i;
/** A quotation asks what the post answers. */
const quotation = /quote/i;
/** Greek ends questions with `;`. */
const question = /[?？;]["'»”’)\s]*$/u;
/** `+` opens the answer. */
const isSign = (text: string): boolean => text.length <= 2 && !/[\p{L}\p{N}]/u.test(text);

/** Whether the elements around a block belong to a list of questions and answers, and not to a quotation. */
function isInFaq(tree: BlockTree, container: number): boolean {
  const isFaq = (node: number): boolean => {
    const { class: names = '', id = '', itemtype = '' } = elementAt(tree, node)?.attribs ?? {};
    return faqName.test(names) || faqName.test(id) || itemtype.endsWith('/Question');
  };
  const isQuotation = (node: number): boolean =>
    nameOf(tree, node) === 'blockquote' || quotation.test(elementAt(tree, node)?.attribs['class'] ?? '');
  return (
    nodeAround(tree, container, maxNameLevels, isFaq) >= 0 &&
    nodeAround(tree, container, maxNameLevels, isQuotation) < 0
  );
}

/** The dropped questions whose answers are kept: an answer alone says little. */
export function questionsOfAnswers({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let block = 0; block + 1 < page.count; block++) {
    const below = isSign(tree.blocks[block + 1]?.text ?? '') ? block + 2 : block + 1;
    if (kept[block] === 1 || kept[below] !== 1) continue;
    const asked = tree.blocks[block];
    if (asked === undefined || asked.linkWords > 0 || !question.test(asked.tail)) continue;
    const { words } = asked.shape;
    const answer = tree.blocks[below]?.shape.words ?? 0;
    const isPair = words >= minQuestionWords && words <= maxQuestionWords && answer >= minAnswerWords;
    if (!isPair || (page.headingLevel[below] ?? 0) > 0 || !isInFaq(tree, asked.container)) continue;
    if (wideningsUntil(page, block, below, maxWidenings) < maxWidenings) found.push(block);
  }
  return found;
}

const faqTitle =
  /(?<!\p{L})(?:faqs?|f\.a\.q|frequently asked|common(?:ly asked)? questions|häufige(?: gestellte)? fragen|häufig gestellte fragen|questions fréquentes|foire aux questions|preguntas frecuentes|perguntas frequentes|domande frequenti|veelgestelde vragen|często zadawane pytania|частые вопросы|часто задаваемые вопросы|sıkça sorulan sorular|よくある(?:ご)?質問|常见问题|常見問題|자주 묻는 질문)/iu;
const maxTitleWords = 12;

/** The dropped titles of lists of questions that are kept, such as "FAQs about lamps": the boxes of a list may be far inside. */
export function titlesOfQuestions({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  return tree.blocks.flatMap(({ text, shape }, block) => {
    const isDropped = kept[block] === 0 && kept[block + 1] === 1;
    if (!isDropped || (page.headingLevel[block] ?? 0) < 2 || shape.words > maxTitleWords) return [];
    return faqTitle.test(text) && question.test(tree.blocks[block + 1]?.tail ?? '') ? [block] : [];
  });
}
