import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { ancestor, newElement, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { type Choice, type Selection, withChoices } from '#shared/content/dom/selection.ts';
import type { Post } from './find-posts.ts';
import { type Branch, branchesTo, placesOf } from './place-posts.ts';
import { isAvatar } from './post-marks.ts';
import type { Thread } from './thread.ts';

/** Deeper quotation marks would be longer than the text; such replies stay where they are. */
export const maxQuotationDepth = 8;

const listParts = new Map([
  ['ul', 'li'],
  ['ol', 'li'],
  ['menu', 'li'],
  ['dl', 'dd'],
]);
const tableParts = new Set(['caption', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);

function unfoldTable(part: Element): void {
  part.name = 'div';
  for (const child of part.children) if (isTag(child) && tableParts.has(child.name)) unfoldTable(child);
}

/** Turns the lists and tables that only lay out posts into boxes. */
function unfold({ element, branches }: Branch): void {
  const item = listParts.get(element.name);
  if (element.name === 'table') unfoldTable(element);
  else if (item !== undefined && branches.some((branch) => branch.element.name === item)) {
    element.name = 'div';
    for (const child of element.children)
      if (isTag(child) && (child.name === item || child.name === 'dt')) child.name = 'div';
  }
  for (const branch of branches) unfold(branch);
}

/** URL of a post: the link of its date, not the link of its author beside that. */
function urlOf({ author, date: { element } }: Post): string | undefined {
  const around = element.parent;
  const inside = element.children.find((child): child is Element => isTag(child) && child.name === 'a');
  for (const link of [element, around, inside]) {
    if (link === null || link === undefined || !isTag(link) || link.name !== 'a') continue;
    if (link === author.element) continue;
    const { href } = link.attribs;
    if (href !== undefined && /^https?:/.test(href)) return href;
  }
  return undefined;
}

/** **author** · [date](url) · points */
function attributionOf(post: Post): Element {
  const { author, date, points } = post;
  const href = urlOf(post);
  const written = newText(date.text);
  return newElement('p', {}, [
    newElement('strong', {}, [newText(author.text)]),
    newText(' · '),
    href === undefined ? written : newElement('a', { href }, [written]),
    ...(points === undefined ? [] : [newText(` · ${points.text}`)]),
  ]);
}

/** Titles, ranks and "wrote:" beside author and date are shorter. */
const maxRestCharacters = 60;

const lengthOf = (element: Element, limit: number): number =>
  rawText(element, limit).replace(/\s+/g, ' ').length;

function unfoldTablesIn({ author, date, element }: Post): void {
  for (const mark of [author, date])
    for (let at: ParentNode | null = mark.element; at !== null && at !== element; at = at.parent)
      if (isTag(at) && at.name === 'table') unfoldTable(at);
}

/** The elements that the attribution repeats: author, date and points with the line they are in. */
function bylinesIn({ author, date, points, holder, element }: Post): readonly Element[] {
  const marks = [author, date, ...(points === undefined ? [] : [points])];
  const markCharacters = marks.reduce((sum, { text }) => sum + text.length, 0);
  const isAbout = (part: Element): boolean =>
    lengthOf(part, markCharacters + 2 * maxRestCharacters) <= markCharacters + maxRestCharacters;
  const inside = marks.filter((mark) => isInside(mark.element, element));
  if (holder !== element && isInside(holder, element) && isAbout(holder))
    return [holder, ...inside.map((mark) => mark.element)];
  return inside.map((mark) => {
    let line = mark.element;
    while (!isBlock(line) && line.parent !== null && isTag(line.parent)) line = line.parent;
    return line !== element &&
      isInside(line, element) &&
      lengthOf(line, markCharacters + maxRestCharacters) <= mark.text.length + maxRestCharacters / 2
      ? line
      : mark.element;
  });
}

function profileUrlOf({ author: { element } }: Post): string | undefined {
  const link = element.name === 'a' ? element : findElement(element, ({ name }) => name === 'a');
  return link?.attribs['href'];
}

const isPortrait = (element: Element, profileUrl: string | undefined): boolean =>
  isAvatar(element)
    ? lengthOf(element, 2) <= 1
    : element.name === 'a' &&
      profileUrl !== undefined &&
      element.attribs['href'] === profileUrl &&
      lengthOf(element, 2) <= 1;

/** The avatars of the author of a post, outside of other posts and of quotations. */
function portraitsIn(post: Post, isPost: (element: Element) => boolean): readonly Element[] {
  const profileUrl = profileUrlOf(post);
  const found: Element[] = [];
  const visit = ({ children }: Element): void => {
    for (const child of children) {
      if (!isTag(child) || child.name === 'blockquote' || isPost(child)) continue;
      if (isPortrait(child, profileUrl)) found.push(child);
      else visit(child);
    }
  };
  visit(post.element);
  return found;
}

const isInside = (inner: Element, outer: Element): boolean =>
  ancestor(inner, Number.POSITIVE_INFINITY, (at) => at === outer) !== undefined;

/** Author, date and rank of the opening post may stand above its headline; more text is the post's. */
const maxCharactersAboveHeadline = 120;

/** The selected headline of the page that a post begins with. */
function headlineOf({ element: post, choice: own }: Post, selection: Selection): Element | undefined {
  let characters = 0;
  let headline: Element | undefined;
  const isFound = (nodes: readonly ChildNode[], above: Choice): boolean =>
    nodes.some((node) => {
      const choice = above === 'drop' ? 'drop' : selection.of(node, above);
      if (choice === 'drop') return false;
      if (isText(node) && choice === 'keep') characters += node.data.trim().length;
      if (characters > maxCharactersAboveHeadline) return true;
      if (!isTag(node)) return false;
      if (node.name !== 'h1' || lengthOf(node, 2) <= 1) return isFound(node.children, choice);
      headline = node;
      return true;
    });
  isFound(post.children, own);
  return headline;
}

/** Adds the line with author and date to the beginning of an opening post, below the headline of the page. */
function beginWith(post: Post, attribution: Element, selection: Selection): void {
  const headline = headlineOf(post, selection);
  const around = headline?.parent;
  if (headline === undefined || !around || !isTag(around)) {
    setChildren(post.element, [attribution, ...post.element.children]);
    return;
  }
  const below = around.children.indexOf(headline) + 1;
  setChildren(around, around.children.toSpliced(below, 0, attribution));
}

function move(moved: ReadonlyMap<Element, readonly Element[]>): void {
  const all = new Set<ChildNode>([...moved.values()].flat());
  const parents = new Set([...all].map(({ parent }) => parent));
  for (const parent of parents)
    if (parent !== null && isTag(parent))
      setChildren(
        parent,
        parent.children.filter((child) => !all.has(child)),
      );
  for (const [element, others] of moved) setChildren(element, [...element.children, ...others]);
}

/**
 * Gives each post of a thread a line with its author and date, and turns replies into quotations, nested as they
 * reply to each other. Changes elements in place and returns the new selection. Must be the last step that reads
 * element names.
 */
export function quotePosts({ posts, opening }: Thread, selection: Selection): Selection {
  const branches = branchesTo(posts);
  const places = placesOf(branches);
  const choices = new Map<ChildNode, Choice>();
  const moved = new Map<Element, Element[]>();
  const below = places.some(({ post, level }) => post !== opening && level === 0) ? 1 : 0;
  for (const branch of branches) unfold(branch);
  const elements = new Set(posts.map(({ element }) => element));
  const isPost = (element: Element): boolean => elements.has(element);
  for (const { post, element, level, into } of places) {
    unfoldTablesIn(post);
    for (const repeated of [...bylinesIn(post), ...portraitsIn(post, isPost)]) choices.set(repeated, 'drop');
    const attribution = attributionOf(post);
    choices.set(attribution, 'keep');
    const isQuoted = post !== opening && level + below <= maxQuotationDepth;
    if (post === opening) beginWith(post, attribution, selection);
    else setChildren(element, [attribution, ...element.children]);
    if (isQuoted) element.name = 'blockquote';
    if (into === undefined || into.post === opening) continue;
    choices.set(element, post.choice);
    const replies = moved.get(into.element);
    if (replies === undefined) moved.set(into.element, [element]);
    else replies.push(element);
  }
  move(moved);
  return withChoices(selection, choices);
}
