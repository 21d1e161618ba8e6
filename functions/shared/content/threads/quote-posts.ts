import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';

import { findElement, isBlock, rawText } from '#shared/content/dom/element-display.ts';
import { ancestor, newElement, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { indentationOf } from './post-indentation.ts';
import { isAvatar } from './post-marks.ts';
import { type Choice, type Selection, withChoices } from '#shared/content/dom/selection.ts';
import { namesOfPost, type Thread } from './thread.ts';
import type { Post } from './find-posts.ts';

/** Below that the quotation marks are longer than what is said; replies stay where they are. */
export const deepestQuotation = 8;

/** An element on the way from the document to the posts, with those below it on that way. */
interface Branch {
  readonly element: Element;
  readonly post: Post | undefined;
  readonly branches: Branch[];
}

/** A post where it has to stand. */
interface Place {
  readonly post: Post;
  /** What its quotation holds: its element, or one that holds the answers to it, too. */
  readonly element: Element;
  /** How many posts it answers, one through the other. */
  readonly level: number;
  /** The post that it has to be moved into, since only its indentation tells that it answers that one. */
  readonly into?: Place;
}

/** The topmost elements that lead to posts, in the order of the document. */
function branchesTo(posts: readonly Post[]): readonly Branch[] {
  const postOf = new Map(posts.map((post) => [post.element, post]));
  const known = new Map<Element, Branch>();
  const topmost: Branch[] = [];
  for (const { element } of posts) {
    let siblings: Branch[] | undefined;
    let below: Branch | undefined;
    for (let at: Element = element; ;) {
      const branch = known.get(at) ?? { element: at, post: postOf.get(at), branches: [] };
      if (below !== undefined) branch.branches.push(below);
      siblings = undefined;
      if (known.has(at)) break;
      known.set(at, branch);
      below = branch;
      siblings = topmost;
      if (at.parent === null || !isTag(at.parent)) break;
      at = at.parent;
    }
    if (below !== undefined) siblings?.push(below);
  }
  return topmost;
}

const isAlike = (element: Element, other: Element): boolean => {
  const names = namesOfPost(other);
  return namesOfPost(element).some((name) => names.includes(name));
};

/** Whether an element like the given one is on the way down to the posts. */
const recurs = (element: Element, { element: own, branches }: Branch): boolean =>
  isAlike(own, element) || branches.some((branch) => recurs(element, branch));

function firstPost({ post, branches }: Branch): Post | undefined {
  if (post !== undefined) return post;
  const [first] = branches;
  return first === undefined ? undefined : firstPost(first);
}

const holdsOnePost = ({ post, branches }: Branch): boolean =>
  post === undefined ? branches.length === 1 && branches.every(holdsOnePost) : branches.length === 0;

/** A box with a post and, in boxes like itself, the answers to it. */
const isBoxWithAnswers = ({ element, branches: [first, ...others] }: Branch): boolean =>
  first !== undefined &&
  others.length > 0 &&
  holdsOnePost(first) &&
  !recurs(element, first) &&
  others.every((other) => recurs(element, other));

/** Posts one after the other of which some stand further to the right than what they answer. */
function indented(branches: readonly Branch[]): readonly (readonly [Branch, number])[] | undefined {
  if (!branches.every(holdsOnePost)) return undefined;
  const told: [Branch, number][] = [];
  for (const branch of branches) {
    const post = firstPost(branch);
    const indentation = post && indentationOf(post.element, branch.element);
    if (indentation === undefined) return undefined;
    told.push([branch, indentation]);
  }
  return new Set(told.map(([, indentation]) => indentation)).size > 1 ? told : undefined;
}

class Placing {
  readonly places: Place[] = [];

  list(branches: readonly Branch[], level: number): void {
    const told = branches.length > 1 ? indented(branches) : undefined;
    if (told === undefined) for (const branch of branches) this.#branch(branch, level);
    else this.#indented(told, level);
  }

  #branch(branch: Branch, level: number): void {
    const { element, post, branches } = branch;
    const [first, ...others] = branches;
    if (post !== undefined) {
      this.places.push({ post, element, level });
      this.list(branches, level + 1);
    } else if (first !== undefined && isBoxWithAnswers(branch)) {
      const answered = firstPost(first);
      if (answered !== undefined) this.places.push({ post: answered, element, level });
      this.list(others, level + 1);
    } else this.list(branches, level);
  }

  #indented(told: readonly (readonly [Branch, number])[], level: number): void {
    const open: [Place, number][] = [];
    for (const [branch, indentation] of told) {
      const post = firstPost(branch);
      if (post === undefined) continue;
      while ((open.at(-1)?.[1] ?? -1) >= indentation) open.pop();
      const into = open.at(-1)?.[0];
      const place = { post, element: post.element, level: level + open.length, ...(into && { into }) };
      this.places.push(place);
      open.push([place, indentation]);
    }
  }
}

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

/** What arranges posts says nothing of its own: items and cells become the boxes that they are. */
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

/** The address of a post is linked from its date, and that of whoever wrote it from the name beside that. */
function addressOf({ author, date: { element } }: Post): string | undefined {
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

/** **author** · [date](address) · points */
function attributionOf(post: Post): Element {
  const { author, date, points } = post;
  const href = addressOf(post);
  const written = newText(date.text);
  return newElement('p', {}, [
    newElement('strong', {}, [newText(author.text)]),
    newText(' · '),
    href === undefined ? written : newElement('a', { href }, [written]),
    ...(points === undefined ? [] : [newText(` · ${points.text}`)]),
  ]);
}

/** More than what is said in the attribution: titles, ranks, "wrote:". */
const longestRest = 60;

const lengthOf = (element: Element, limit: number): number =>
  rawText(element, limit).replace(/\s+/g, ' ').length;

/** A table that only arranges author, date and text is none. */
function unfoldTablesIn({ author, date, element }: Post): void {
  for (const mark of [author, date])
    for (let at: ParentNode | null = mark.element; at !== null && at !== element; at = at.parent)
      if (isTag(at) && at.name === 'table') unfoldTable(at);
}

/** What the attribution says again: the elements of author, date and points with the line that they stand in. */
function repeatedIn({ author, date, points, holder, element }: Post): readonly Element[] {
  const marks = [author, date, ...(points === undefined ? [] : [points])];
  const told = marks.reduce((sum, { text }) => sum + text.length, 0);
  const isAbout = (part: Element): boolean => lengthOf(part, told + 2 * longestRest) <= told + longestRest;
  const inside = marks.filter((mark) => isInside(mark.element, element));
  if (holder !== element && isInside(holder, element) && isAbout(holder))
    return [holder, ...inside.map((mark) => mark.element)];
  return inside.map((mark) => {
    let line = mark.element;
    while (!isBlock(line) && line.parent !== null && isTag(line.parent)) line = line.parent;
    return line !== element &&
      isInside(line, element) &&
      lengthOf(line, told + longestRest) <= mark.text.length + longestRest / 2
      ? line
      : mark.element;
  });
}

/** Where whoever wrote a post is at home. */
function homeOf({ author: { element } }: Post): string | undefined {
  const link = element.name === 'a' ? element : findElement(element, ({ name }) => name === 'a');
  return link?.attribs['href'];
}

/** A picture of somebody, or a letter for it. */
const isPortrait = (element: Element, home: string | undefined): boolean =>
  isAvatar(element)
    ? lengthOf(element, 2) <= 1
    : element.name === 'a' &&
      home !== undefined &&
      element.attribs['href'] === home &&
      lengthOf(element, 2) <= 1;

/** The pictures of whoever wrote a post, those in other posts and in what it quotes left out. */
function portraitsIn(post: Post, isPost: (element: Element) => boolean): readonly Element[] {
  const home = homeOf(post);
  const found: Element[] = [];
  const visit = ({ children }: Element): void => {
    for (const child of children) {
      if (!isTag(child) || child.name === 'blockquote' || isPost(child)) continue;
      if (isPortrait(child, home)) found.push(child);
      else visit(child);
    }
  };
  visit(post.element);
  return found;
}

const isInside = (inner: Element, outer: Element): boolean =>
  ancestor(inner, Number.POSITIVE_INFINITY, (at) => at === outer) !== undefined;

/** Takes elements out of where they stand, and puts them at the end of others. */
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
 * Gives each post of a thread a line that says who wrote it and when, and makes those that answer the opening one
 * quotations, one in the other where they answer each other. Changes elements in place and answers what is kept
 * then; to be called once nothing asks for their names any more.
 */
export function quotePosts({ posts, opening }: Thread, selection: Selection): Selection {
  const branches = branchesTo(posts);
  const placing = new Placing();
  placing.list(branches, 0);
  const choices = new Map<ChildNode, Choice>();
  const moved = new Map<Element, Element[]>();
  const below = placing.places.some(({ post, level }) => post !== opening && level === 0) ? 1 : 0;
  for (const branch of branches) unfold(branch);
  const elements = new Set(posts.map(({ element }) => element));
  const isPost = (element: Element): boolean => elements.has(element);
  for (const { post, element, level, into } of placing.places) {
    unfoldTablesIn(post);
    for (const repeated of [...repeatedIn(post), ...portraitsIn(post, isPost)]) choices.set(repeated, 'drop');
    const attribution = attributionOf(post);
    choices.set(attribution, 'keep');
    const isQuoted = post !== opening && level + below <= deepestQuotation;
    const own = post === opening ? post.element : element;
    setChildren(own, [attribution, ...own.children]);
    if (isQuoted) element.name = 'blockquote';
    if (into === undefined || into.post === opening) continue;
    choices.set(element, post.choice);
    const answers = moved.get(into.element);
    if (answers === undefined) moved.set(into.element, [element]);
    else answers.push(element);
  }
  move(moved);
  return withChoices(selection, choices);
}
