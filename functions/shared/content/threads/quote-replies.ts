import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { bitOf, marksOfName } from '#shared/content/dom/class-words.ts';
import { classesOf } from '#shared/content/dom/element-edit.ts';
import { headings } from '#shared/content/dom/html-elements.ts';
import { deepestQuotation } from './quote-posts.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

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

type OpenElements = Map<string, OpenElement[]>;

/** Two boxes of the same name are no thread. */
const fewestComments = 3;

const quotable = new Set(['div', 'section', 'article']);
/** Nobody reads what these hold. */
const silent = new Set(['template', 'script', 'style']);

/** `comments` holds many. */
const isOfOne = (name: string): boolean => !name.endsWith('s');

/** What all words of that mark have in common, so that most elements cost no more than this. */
const mayBeComment = /[ck]omment|disqus|discuss/i;

/** Of the box of a comment and that of its text, which may share a class, the tag often differs. */
function namesOfComment(element: Element): readonly string[] {
  const { name, attribs } = element;
  if (!mayBeComment.test(attribs['class'] ?? '') && !mayBeComment.test(name)) return [];
  const names = quotable.has(name) ? classesOf(element) : name.includes('-') ? [''] : [];
  return [...new Set(names)]
    .filter((own) => {
      const asked = own === '' ? name : own;
      return isOfOne(asked) && (marksOfName(asked) & bitOf.comment) !== 0;
    })
    .map((own) => `${name}.${own}`);
}

/** By name, the elements of what is kept that carry it, in document order. */
function commentElements(
  document: Document,
  selection: Selection,
): ReadonlyMap<string, readonly CommentElement[]> {
  const found = new Map<string, CommentElement[]>();
  let texts = 0;
  const enter = (element: Element, name: string, open: OpenElements): void => {
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
  const visit = (nodes: readonly ChildNode[], above: Choice, open: OpenElements): void => {
    for (const node of nodes) {
      const choice = selection.of(node, above);
      if (choice === 'drop') continue;
      if (isText(node) && choice === 'keep' && node.data.trim() !== '') texts += 1;
      if (!isTag(node) || silent.has(node.name)) continue;
      if (node.name === 'img' && choice === 'keep') texts += 1;
      const before = texts;
      const names = namesOfComment(node);
      for (const name of names) enter(node, name, open);
      // Nested list items are told apart already.
      visit(node.children, choice, node.name === 'li' ? new Map() : open);
      for (const name of names) open.get(name)?.pop();
      // A frame may begin with a heading, too: "3 comments" is no comment.
      if (headings.has(node.name)) texts = before;
    }
  };
  visit(document.children, 'through', new Map());
  return found;
}

/** Whether each of the elements holds one more of its name and no other: a comment and its text, not an answer. */
function areHalves(comments: readonly CommentElement[]): boolean {
  const isInner = ({ level }: CommentElement, at: number): boolean => level === at % 2;
  return comments.length % 2 === 0 && comments.every(isInner);
}

/**
 * Comments that stand inside the comment that they answer become quotations, one level each: who answers whom is
 * told by the nesting alone. Changes elements in place; to be called once nothing asks for their names any more.
 */
export function quoteReplies(document: Document, selection: Selection, trace?: Trace): void {
  let name = '';
  let comments: readonly CommentElement[] = [];
  for (const [otherName, others] of commentElements(document, selection)) {
    const isThread = others.some(({ level }) => level > 0) && !areHalves(others);
    if (!isThread || others.length <= comments.length) continue;
    name = otherName;
    comments = others;
  }
  if (comments.length < fewestComments) return;
  const replies = comments.filter(({ level }) => level > 0);
  for (const { element, level } of replies) if (level <= deepestQuotation) element.name = 'blockquote';
  trace?.add({
    step: 'replies',
    verdict: 'quoted',
    reason: `${replies.length} of ${comments.length} comments stand inside the one that they answer`,
    subject: name,
  });
}
