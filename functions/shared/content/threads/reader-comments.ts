import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { headings, nameSet } from '#shared/content/dom/html-elements.ts';
import { type Choice, type Selection, without } from '#shared/content/dom/selection.ts';
import { isNestedDeeper, isObject, type JsonObject } from '#shared/kernel/json.ts';
import commentWords from './comment-words.json' with { type: 'json' };
import { threadOf } from './thread.ts';

/** A page's text without its readers' comments, and these comments. */
export interface TextAndComments {
  readonly text: Selection;
  /** `undefined` when there are only counters: "3 comments". */
  readonly comments: Selection | undefined;
  readonly count: number;
}

/** Names of boxes that hold comments: plural, or a list, area or thread of them. "has-comments" is a page with some. */
const boxName =
  /(?:^|\s)(?!(?:has|no|with|open|show|hide|is)-)(?:[a-z]+[-_]{1,2}){0,3}(?:comments|comment-?(?:list|area|section|container|wrapper|block|thread|respond|form|box)|disqus_thread|disqus|respond|kommentare|kommentarer|comentarios|commentaires|commenti|reacties|komentarze|komentare|kommentarii)(?:[-_](?:area|list|section|container|wrapper|block|thread|title|template|content|main|body))?(?:\s|$)/i;
/** Part of all these names: a cheap test for most elements. */
const mayBeName = /omm?ent|disqus|respond|reacties/i;

const boxes = nameSet('div section aside form ol ul dl table');

/** The boxes that may hold comments or a form for them, by their names. */
export const namedBoxes = (index: ElementIndex): readonly Element[] =>
  index.all.filter(({ name, attribs: { id, class: names } }) => {
    if (!boxes.has(name) && !name.includes('-')) return false;
    return (names !== undefined && mayBeName.test(names)) || (id !== undefined && mayBeName.test(id));
  });

const isNamed = ({ attribs: { id = '', class: names = '' } }: Element, pattern: RegExp): boolean =>
  pattern.test(id) || pattern.test(names);

const discussion = /\b(?:DiscussionForumPosting|QAPage|Question)\b/;
const maxJsonDepth = 6;

const declaresType = (value: unknown, depth = 0): boolean => {
  if (Array.isArray(value)) return value.some((each) => declaresType(each, depth + 1));
  if (!isObject(value) || depth > maxJsonDepth) return false;
  const type = value['@type'];
  return (
    (typeof type === 'string' && /^(?:DiscussionForumPosting|QAPage)$/.test(type)) ||
    declaresType(value['@graph'], depth + 1) ||
    declaresType(value['mainEntity'], depth + 1)
  );
};

/** Whether a page declares that it is a discussion. */
const isDeclaredDiscussion = (index: ElementIndex, jsonLd: readonly JsonObject[]): boolean =>
  jsonLd.some((item) => !isNestedDeeper(item, 50) && declaresType(item)) ||
  index.all.some(({ attribs }) => attribs['itemtype'] !== undefined && discussion.test(attribs['itemtype']));

const titles: ReadonlySet<string> = new Set(Object.values(commentWords).flat());
const maxTitleCharacters = 60;

/** "3 Comments", "Комментарии (12)", "2 thoughts on “Tides”". */
function namesComments(element: Element): boolean {
  const text = rawText(element, 4 * maxTitleCharacters).trim();
  if (text.length > 4 * maxTitleCharacters) return false;
  const words = text
    .toLowerCase()
    .replaceAll(/[“"«„].*$/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return titles.has(words);
}

/** Whether an element is the heading of comments. */
export const isCommentTitle = (element: Element): boolean =>
  headings.has(element.name) && element.name !== 'h1' && namesComments(element);

/** The same in a box of comments, which may be a table; other tables have a column for comments. */
const isTitleInBox = (element: Element): boolean =>
  isCommentTitle(element) || (element.name === 'th' && namesComments(element));

/** The box of comments without any says so, and one in a byline counts them. */
const minCommentCharacters = 60;

const formName =
  /(?:^|\s)(?:respond|comment-?respond|(?:add-|new-|post-)?comments?-?form(?:-\w+)?|commentform)(?:\s|$)/i;

/** A page about the rules has more of them. */
const maxRulesShare = 0.4;
const rulesName = /(?:^|\s)comments?[-_]{1,2}(?:rules|policy|guidelines|notice|disclaimer)(?:\s|$)/i;

/** The forms for comments, with the rules around them, and boxes of rules. */
export const commentForms = (named: readonly Element[], index: ElementIndex): readonly Element[] =>
  named.filter(
    (element) =>
      (isNamed(element, rulesName) && index.textLength(element) <= maxRulesShare * index.totalText) ||
      (isNamed(element, formName) && (element.name === 'form' || index.holds(element, 'form', 'textarea'))),
  );

const commentName = /(?:^|\s)comment(?:[-_]{1,2}(?:item|entry))?(?:\s|$)/i;

/** The comments that follow their heading without a box around them, up to the next heading of its level. */
function commentsBelow(title: Element): readonly Element[] {
  const found: Element[] = [];
  for (let node = title.next; node !== null; node = node.next) {
    if (!isTag(node)) continue;
    if (headings.has(node.name) && node.name <= title.name) break;
    if (isNamed(node, commentName)) found.push(node);
  }
  return found;
}

const commentsBelowTitles = (index: ElementIndex): readonly Element[] =>
  [...headings].flatMap((name) => index.named(name).filter(isCommentTitle)).flatMap(commentsBelow);

/** The boxes of readers' comments. */
export const commentBoxes = (named: readonly Element[], index: ElementIndex): readonly Element[] =>
  [...named.filter((element) => isNamed(element, boxName)), ...commentsBelowTitles(index)].filter(
    (element) => !index.holds(element, 'h1', 'main'),
  );

/** The links that answer a comment or name its URL, in the languages of many blogs. */
const commentButton =
  /^(?:(?:log ?in to )?reply|permalink|antworten|répondre|responder|rispondi|beantwoorden|odpowiedz|odpovědět|ответить|відповісти|svara?|besvar|vastaa|yanıtla|cevapla|trả lời|balas|返信|回复|回覆|답글)$/iu;
const maxButtonCharacters = 30;

/** Whether no words stand beside a link: it is not part of a sentence. */
const standsAlone = ({ parent }: Element): boolean =>
  parent?.children.every((beside) => !isText(beside) || !/[\p{L}\p{N}]/u.test(beside.data)) === true;

/** The links of comments that are no text of theirs. */
export const commentButtons = (comments: readonly Element[], index: ElementIndex): readonly Element[] => {
  const around = new Set<ParentNode>(comments);
  return index.named('a').filter((link) => {
    if (index.textLength(link) > maxButtonCharacters || !standsAlone(link)) return false;
    const words = rawText(link).replaceAll(/[^\p{L}\p{M}\s]+/gu, '');
    if (!commentButton.test(words.trim())) return false;
    for (let above = link.parent; above !== null; above = above.parent) if (around.has(above)) return true;
    return false;
  });
};

/** Less text outside of the comments is a topic, and the comments are what the page is about. */
const minArticleCharacters = 600;
const maxCharactersBetween = 600;

interface Kept {
  readonly boxes: Element[];
  readonly titles: Element[];
  readonly choices: Map<Element, Choice>;
  /** Characters of kept text outside of the boxes, … */
  length: number;
  /** … before the first box and before the last. */
  before: number;
  beforeLast: number;
}

/** The outermost boxes of comments with kept text, in one walk. */
function keptBoxes(document: Document, selection: Selection, candidates: ReadonlySet<Element>): Kept {
  const kept: Kept = { boxes: [], titles: [], choices: new Map(), length: 0, before: 0, beforeLast: 0 };
  const visit = (nodes: readonly ChildNode[], above: Choice): void => {
    for (const node of nodes) {
      const choice = selection.of(node, above);
      if (choice === 'drop') continue;
      if (isText(node)) kept.length += choice === 'keep' ? node.data.trim().length : 0;
      if (!isTag(node) || isSilent(node.name)) continue;
      if (candidates.has(node)) {
        if (kept.boxes.length === 0) kept.before = kept.length;
        kept.beforeLast = kept.length;
        kept.boxes.push(node);
        kept.choices.set(node, choice);
        continue;
      }
      if (isCommentTitle(node)) kept.titles.push(node);
      visit(node.children, choice);
    }
  };
  visit(document.children, 'through');
  return kept;
}

const noneName = /(?:^|\s)no[-_]?comments?(?:\s|$)/i;

/** The text of a box without "No comments yet, be the first" and "Comments are closed", by the name of their elements. */
function lengthOfComments(box: Element, index: ElementIndex): number {
  const notice = isNamed(box, noneName) ? box : findElement(box, (inner) => isNamed(inner, noneName));
  return index.textLength(box) - (notice === undefined ? 0 : index.textLength(notice));
}

/** Whether a box, or the comments without one, are more than a counter or a line that asks for the first comment. */
function hasComments({ boxes }: Kept, index: ElementIndex): boolean {
  const loose = boxes.filter((box) => !isNamed(box, boxName));
  const looseLength = loose.reduce((sum, comment) => sum + index.textLength(comment), 0);
  return (
    looseLength >= minCommentCharacters ||
    boxes.some((box) => lengthOfComments(box, index) >= minCommentCharacters)
  );
}

/** The part of a selection inside of the boxes. */
function selectionIn({ boxes, choices }: Kept, selection: Selection): Selection {
  const above = new Set<ParentNode>();
  for (const box of boxes)
    for (let at = box.parent; at !== null && !above.has(at); at = at.parent) above.add(at);
  return {
    of: (node, choice) => {
      if (isTag(node)) {
        const own = choices.get(node);
        if (own !== undefined) return isTitleInBox(node) ? 'drop' : own;
        if (above.has(node)) return 'through';
      }
      if (node.parent === null || above.has(node.parent)) return 'drop';
      // The comments get a heading of their own.
      return isTag(node) && isTitleInBox(node) ? 'drop' : selection.of(node, choice);
    },
  };
}

/**
 * Takes the comments of readers, among the named boxes, out of the chosen text of an article, a product or a document; `undefined` without
 * any, and where the page is a discussion: by what it declares, by a thread outside of the boxes of comments, or
 * because there is no other text.
 */
export function takeComments(
  document: Document,
  selection: Selection,
  index: ElementIndex,
  named: readonly Element[],
  jsonLd: readonly JsonObject[],
): TextAndComments | undefined {
  const candidates = new Set(commentBoxes(named, index));
  if (candidates.size === 0 || isDeclaredDiscussion(index, jsonLd)) return undefined;
  const kept = keptBoxes(document, selection, candidates);
  if (kept.boxes.length === 0 || kept.length < minArticleCharacters) return undefined;
  // Between entries, they are remarks on each of them.
  if (kept.beforeLast - kept.before > maxCharactersBetween) return undefined;
  const text = without(selection, [...kept.boxes, ...kept.titles]);
  if (threadOf(document, text, index) !== undefined) return undefined;
  const comments = hasComments(kept, index) ? selectionIn(kept, selection) : undefined;
  return { text, comments, count: kept.boxes.length };
}
