import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { bitOf, marksOfName } from '#shared/content/dom/class-words.ts';
import { classesOf } from '#shared/content/dom/element-edit.ts';
import { headings } from '#shared/content/dom/html-elements.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { maxQuotationDepth } from './quote-posts.ts';

interface CommentElement {
  readonly element: Element;
  /** Length of the chain of comments that it replies to. */
  readonly level: number;
}

interface OpenElement {
  readonly level: number;
  readonly textsBefore: number;
  /** Whether it has text before the first comment in it; otherwise it is a frame. Unknown until there is one. */
  hasText?: boolean;
}

type OpenElements = Map<string, OpenElement[]>;

/** Two boxes of the same name are no thread. */
const minComments = 3;

const quotable = new Set(['div', 'section', 'article']);
const silent = new Set(['template', 'script', 'style']);

/** A plural such as `comments` names a frame. */
const isSingular = (name: string): boolean => !name.endsWith('s');

/** Part of every word of the mark `comment`: a cheap test for most elements. */
const mayBeComment = /[ck]omment|disqus|discuss/i;

/** The names include the tag: the box of a comment and that of its text may share a class. */
function namesOfComment(element: Element): readonly string[] {
  const { name, attribs } = element;
  if (!mayBeComment.test(attribs['class'] ?? '') && !mayBeComment.test(name)) return [];
  const names = quotable.has(name) ? classesOf(element) : name.includes('-') ? [''] : [];
  return [...new Set(names)]
    .filter((own) => {
      const word = own === '' ? name : own;
      return isSingular(word) && (marksOfName(word) & bitOf.comment) !== 0;
    })
    .map((own) => `${name}.${own}`);
}

/** The comments that are kept, by name, in document order. */
function commentElements(
  document: Document,
  selection: Selection,
): ReadonlyMap<string, readonly CommentElement[]> {
  const found = new Map<string, CommentElement[]>();
  let texts = 0;
  const enter = (element: Element, name: string, open: OpenElements): void => {
    const opened = open.get(name) ?? [];
    const around = opened.at(-1);
    if (around !== undefined) around.hasText ??= texts > around.textsBefore;
    const level = around === undefined ? 0 : around.level + (around.hasText === true ? 1 : 0);
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
      // Markdown nests list items already.
      visit(node.children, choice, node.name === 'li' ? new Map() : open);
      for (const name of names) open.get(name)?.pop();
      // A frame may begin with a heading, too: "3 comments" is no comment.
      if (headings.has(node.name)) texts = before;
    }
  };
  visit(document.children, 'through', new Map());
  return found;
}

/** Whether each comment holds exactly one more of its name: a comment and its text, not a reply. */
function areCommentAndText(comments: readonly CommentElement[]): boolean {
  const isInner = ({ level }: CommentElement, at: number): boolean => level === at % 2;
  return comments.length % 2 === 0 && comments.every(isInner);
}

/**
 * Turns comments inside the comment that they reply to into quotations, one level each: only the nesting shows who
 * replies to whom. Changes elements in place. Must be the last step that reads element names.
 */
export function quoteReplies(document: Document, selection: Selection, trace?: Trace): void {
  let name = '';
  let comments: readonly CommentElement[] = [];
  for (const [otherName, others] of commentElements(document, selection)) {
    const isThread = others.some(({ level }) => level > 0) && !areCommentAndText(others);
    if (!isThread || others.length <= comments.length) continue;
    name = otherName;
    comments = others;
  }
  if (comments.length < minComments) return;
  const replies = comments.filter(({ level }) => level > 0);
  for (const { element, level } of replies) if (level <= maxQuotationDepth) element.name = 'blockquote';
  trace?.add({
    step: 'replies',
    verdict: 'quoted',
    reason: `${replies.length} of ${comments.length} comments are inside the one that they reply to`,
    subject: name,
  });
}
