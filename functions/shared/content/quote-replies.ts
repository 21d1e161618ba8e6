import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { bitOf, marksOfName } from './block-keywords.ts';
import { classesOf } from './element-edit.ts';
import type { Trace } from './trace.ts';

/** An element that holds one comment, with the replies to it inside. */
interface CommentElement {
  readonly element: Element;
  /** How many comments it answers, one through the other. */
  readonly level: number;
}

interface OpenElement {
  readonly level: number;
  /** How many texts came before it. */
  readonly textsBefore: number;
  /** Whether it said something before the first comment in it; otherwise it is a frame. Unknown until there is one. */
  isAnswered?: boolean;
}

/** Two boxes of the same name are no thread. */
const fewestComments = 3;
/** Below that the quotation marks are longer than what is said; replies stay where they are. */
const deepestQuotation = 8;

/** Nested list items are told apart already. */
const quotable = new Set(['div', 'section', 'article', 'details']);

/** `comments` and `replies` hold many. */
const isOfOne = (name: string): boolean => !name.endsWith('s');

const namesOfComment = (element: Element): readonly string[] => {
  const names = quotable.has(element.name)
    ? classesOf(element)
    : element.name.includes('-')
      ? [element.name]
      : [];
  return [...new Set(names)].filter((name) => isOfOne(name) && (marksOfName(name) & bitOf.comment) !== 0);
};

/** Nobody reads what these hold. */
const silent = new Set(['template', 'script', 'style']);

/** By name, the elements that carry it, in document order. */
function commentElements(document: Document): ReadonlyMap<string, readonly CommentElement[]> {
  const found = new Map<string, CommentElement[]>();
  const open = new Map<string, OpenElement[]>();
  let texts = 0;
  const enter = (element: Element, name: string): void => {
    const opened = open.get(name) ?? [];
    const around = opened.at(-1);
    if (around !== undefined) around.isAnswered ??= texts > around.textsBefore;
    const level = around === undefined ? 0 : around.level + (around.isAnswered === true ? 1 : 0);
    open.set(name, opened);
    opened.push({ level, textsBefore: texts });
    const sameName = found.get(name) ?? [];
    found.set(name, sameName);
    sameName.push({ element, level });
  };
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (isText(node) && node.data.trim() !== '') texts += 1;
      if (!isTag(node) || silent.has(node.name)) continue;
      const names = namesOfComment(node);
      for (const name of names) enter(node, name);
      visit(node.children);
      for (const name of names) open.get(name)?.pop();
    }
  };
  visit(document.children);
  return found;
}

/**
 * Comments that stand inside the comment that they answer become quotations, one level each: who answers whom is
 * told by the nesting alone. Changes elements in place; to be called once nothing asks for their names any more.
 */
export function quoteReplies(document: Document, trace?: Trace): void {
  let name = '';
  let comments: readonly CommentElement[] = [];
  for (const [otherName, others] of commentElements(document)) {
    if (others.length <= comments.length || !others.some(({ level }) => level > 0)) continue;
    name = otherName;
    comments = others;
  }
  if (comments.length < fewestComments) return;
  const replies = comments.filter(({ level }) => level > 0 && level <= deepestQuotation);
  for (const { element } of replies) element.name = 'blockquote';
  trace?.add({
    step: 'replies',
    verdict: 'quoted',
    reason: `${replies.length} of ${comments.length} comments stand inside another`,
    subject: name,
  });
}
