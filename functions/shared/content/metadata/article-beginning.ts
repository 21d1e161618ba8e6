import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { standsApart } from '#shared/content/dom/stands-apart.ts';
import { ancestor, classesOf } from '#shared/content/dom/element-edit.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { cleanText } from './head-facts.ts';
import words from './byline-words.json' with { type: 'json' };

type Role = 'author' | 'date';

/** A run of text with one meaning. */
export interface ShownPart {
  readonly text: string;
  /** What the markup calls it. */
  readonly role: Role | undefined;
  readonly href: string | undefined;
  /** The moment that the markup has for machines. */
  readonly moment: string | undefined;
}

export interface ShownLine {
  readonly text: string;
  readonly parts: readonly ShownPart[];
}

/** The lines around a headline, where pages name author and date. */
export interface Beginning {
  readonly before: readonly ShownLine[];
  readonly after: readonly ShownLine[];
}

/** Further down are other articles and comments. */
const max = {
  linesBefore: 4,
  /** Forums write the name and the facts of the account between the number of a post and its title. */
  linesOfPost: 8,
  charactersBefore: 240,
  linesAfter: 14,
  headLines: 8,
  longLines: 2,
  nodes: 600,
  levels: 6,
};
/** Longer lines are prose. */
const minLongCharacters = 200;

const roles = {
  author: new Set(words.authorClasses),
  date: new Set(words.dateClasses),
  other: new Set(words.otherClasses),
  /** May hold a name beside the picture. */
  picture: new Set(words.pictureClasses),
  /** Is about the article, but in forums says who began a thread, and when. */
  description: new Set(['description']),
} as const;
type NamedRole = keyof typeof roles;
const namedRoles = Object.keys(roles) as NamedRole[];
/** Parts of a page that name other people and days than those of its article. */
const otherElements: ReadonlySet<string> = new Set([
  'nav',
  'footer',
  'form',
  'button',
  'noscript',
  'dialog',
  'figure',
  'select',
  'template',
  'blockquote',
]);

const footerLevels = 12;

const namesPost = /^(?:post|entry|article)[-_]/;
/**
 * The footer of an article names its author and day, in Drupal and Pelican above the text; that of a page names its owner.
 */
const isFooterOfArticle = (element: Element): boolean =>
  element.name === 'footer' &&
  (classesOf(element).some((name) => namesPost.test(name)) ||
    ancestor(element, footerLevels, ({ name }) => name === 'article' || name === 'main') !== undefined);

/** Whether an element is one of `otherElements`, and not the footer of an article. */
export const isOtherElement = (element: Element): boolean =>
  otherElements.has(element.name) && !isFooterOfArticle(element);

const ofState =
  /(?<![\p{L}\d_-])(?:has|no|with|without)[-_]\S+|(?<=(?<!\p{L})(?:author|byline|date|meta))[-_]shar(?:e|ing)(?!\p{L})/giu;
/**
 * Class names without those that tell what an element lacks or also has, such as `no-comments`, `has-avatar` and the second word of
 * `author-share`.
 */
export const withoutStates = (names: string): string => names.replaceAll(ofState, '');

/** The words of class names and ids, also of those that are written together: `articleAuthor`. */
const rolesOfNames = remembered((names): readonly NamedRole[] => {
  const parts = withoutStates(names)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return namedRoles.filter((role) => parts.some((part) => roles[role].has(part)));
});

/** Cards have fewer elements before their heading. */
const maxElementsBefore = 100;

/** The first element of a kind inside, if it is near the beginning. */
function earlyElement(around: Element, isWanted: (element: Element) => boolean): Element | undefined {
  let elements = 0;
  const visit = (nodes: readonly ChildNode[]): Element | undefined => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      elements += 1;
      if (elements > maxElementsBefore) return undefined;
      const found = isWanted(node) ? node : visit(node.children);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(around.children);
}

const isTime = ({ name }: Element): boolean => name === 'time';

const isMarkedAuthor = ({ attribs }: Element): boolean =>
  /(?:^|\s)author(?:\s|$)/i.test(`${attribs['rel'] ?? ''} ${attribs['itemprop'] ?? ''}`);

function rolesNamed({ attribs }: Element): readonly NamedRole[] {
  const names = attribs['class'] ?? attribs['id'];
  return names === undefined || names.length > 300 ? [] : rolesOfNames(names);
}

/** By its own names: pictures inside pictures would otherwise be searched again and again. */
function isAuthor(element: Element): boolean {
  const [role, another] = rolesNamed(element);
  return isMarkedAuthor(element) || (role === 'author' && another === undefined);
}

function roleOf(element: Element): Role | 'other' | undefined {
  const { attribs, name } = element;
  if (isMarkedAuthor(element)) return 'author';
  if (name === 'time' || /(?:^|\s)date/i.test(attribs['itemprop'] ?? '')) return 'date';
  const found = rolesNamed(element);
  if (found.includes('other')) return 'other';
  if (found.includes('picture')) return earlyElement(element, isAuthor) === undefined ? 'other' : undefined;
  if (found.includes('description')) return earlyElement(element, isTime) === undefined ? 'other' : undefined;
  const [role] = found;
  return found.length === 1 && role !== 'description' && role !== 'picture' ? role : undefined;
}

/** Scripts show what React streams in hidden elements such as `S:1`. */
export const isStreamed = ({ attribs }: Element): boolean => /^S:\w/.test(attribs['id'] ?? '');

const isHidden = (element: Element): boolean =>
  ('hidden' in element.attribs && !isStreamed(element)) ||
  /display\s*:\s*none/i.test(element.attribs['style'] ?? '');

const isArticle = (node: ChildNode | null): boolean =>
  node !== null &&
  isTag(node) &&
  (node.name === 'article' || /\/(?:\w*Article|\w*Posting)$/.test(node.attribs['itemtype'] ?? ''));
const beside = (node: ChildNode, side: 'prev' | 'next'): ChildNode | null => {
  const other = node[side];
  return other !== null && isText(other) && other.data.trim() === '' ? other[side] : other;
};

const isHeading = ({ name }: Element): boolean => /^h[2-6]$/.test(name);
/** Titles of posts in a discussion link to their place on the page. */
const leadsElsewhere = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs['href']?.includes('#') === false;
const maxLinkLevels = 3;

const headingIn = (card: Element): Element | undefined => earlyElement(card, isHeading);

/** Whether an element has a heading that leads elsewhere. */
function isTeaser(element: Element): boolean {
  const heading = headingIn(element);
  if (heading === undefined) return false;
  return (
    findElement(heading, leadsElsewhere) !== undefined ||
    ancestor(heading, maxLinkLevels, leadsElsewhere) !== undefined
  );
}

const isNamedRole = (element: Element): boolean => {
  const [role] = rolesNamed(element);
  return role === 'author' || role === 'date';
};

/** Fewer lines alike may be of one article. */
const minRows = 3;
const maxSiblings = 40;

/** Whether an element begins with a link elsewhere, and names an author or a day behind it. */
function announcesArticle(element: Element): boolean {
  const shown = element.children.filter((child) => !isText(child) || child.data.trim() !== '');
  const [first, ...behind] = shown;
  if (first === undefined || !isTag(first) || !leadsElsewhere(first)) return false;
  return behind.some((child) => isTag(child) && (isTime(child) || isNamedRole(child)));
}

/** Whether an element announces an article in a line, as others of its class beside it do. */
function isRow(element: Element): boolean {
  const { attribs, name, parent } = element;
  if (attribs['class'] === undefined || parent === null || !announcesArticle(element)) return false;
  const alike = parent.children
    .slice(0, maxSiblings)
    .filter(
      (other) =>
        isTag(other) &&
        other.name === name &&
        other.attribs['class'] === attribs['class'] &&
        announcesArticle(other),
    );
  return alike.length >= minRows;
}

/**
 * Articles side by side are cards, and so are elements of one class, or items of a list, whose headings lead elsewhere.
 * The heading of an item may have no link.
 */
const isCard = (element: Element): boolean =>
  (['prev', 'next'] as const).some((side) => {
    const other = beside(element, side);
    if (other === null || !isTag(other) || other.name !== element.name)
      return isArticle(element) && isArticle(other);
    if (isArticle(element) && isArticle(other)) return true;
    const isOfOneKind = element.name === 'li' || element.attribs['class'] !== undefined;
    return (
      isOfOneKind &&
      other.attribs['class'] === element.attribs['class'] &&
      (element.name === 'li' ? headingIn(element) !== undefined : isTeaser(element)) &&
      isTeaser(other)
    );
  });

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The moment that microformats (the `abbr` design pattern) have for machines: `<abbr class="published" title="2019-06-27T10:21Z">`. */
const abbreviatedMoment = ({
  name,
  attribs: { title = '', class: names = '' },
}: Element): string | undefined =>
  name === 'abbr' && /^$|(?:^|\s)(?:published|updated)(?:\s|$)/.test(names) && isoMoment.test(title)
    ? title
    : undefined;

interface OpenPart {
  readonly chunks: string[];
  readonly role: Role | undefined;
  readonly href: string | undefined;
  readonly moment: string | undefined;
}

const maxMarkCharacters = 8;

/** Whether an element is the mark of a note behind a name: `1,2`, `†`. The letters of `30th` are of a day. */
const isNoteMark = (element: Element): boolean =>
  element.name === 'sup' && !/\p{L}/u.test(rawText(element, maxMarkCharacters));

/** Whether an element shows nothing, or something else. */
const isNotRead = (element: Element): boolean =>
  isSilent(element.name) || isOtherElement(element) || isHidden(element) || isNoteMark(element);

function elementsAround(headline: Element): ReadonlySet<Element> {
  const around = new Set<Element>();
  let { parent } = headline;
  for (let level = 0; level < max.levels && parent !== null && isTag(parent); level++) {
    around.add(parent);
    ({ parent } = parent);
  }
  return around;
}

class LineReader {
  readonly lines: ShownLine[] = [];
  /** How many lines were there when the headline came. */
  linesBefore: number | undefined;
  readonly #headline: Element;
  /** The elements around the headline: some sites have a form around the whole page. */
  readonly #around: ReadonlySet<Element>;
  readonly #maxLongLines: number;
  #parts: OpenPart[] = [];
  #nodes = 0;
  #longLines = 0;

  constructor(headline: Element, maxLongLines = max.longLines) {
    this.#headline = headline;
    this.#around = elementsAround(headline);
    this.#maxLongLines = maxLongLines;
  }

  get isDone(): boolean {
    return (
      this.#nodes > max.nodes ||
      this.#longLines > this.#maxLongLines ||
      this.lines.length - (this.linesBefore ?? this.lines.length) >= max.linesAfter
    );
  }

  visit(node: ChildNode, inherited: Pick<OpenPart, 'role' | 'href'>): void {
    this.#nodes += 1;
    if (this.isDone) return;
    if (isText(node)) this.#part(inherited).chunks.push(node.data);
    if (!isTag(node)) return;
    if (node === this.#headline) {
      this.#endLine();
      this.linesBefore = this.lines.length;
      return;
    }
    if (isNotRead(node) && !this.#around.has(node)) return;
    if (this.linesBefore !== undefined && (isCard(node) || isRow(node))) return;
    this.#visitElement(node, inherited);
  }

  #visitElement(element: Element, inherited: Pick<OpenPart, 'role' | 'href'>): void {
    const { attribs, name } = element;
    const role = roleOf(element);
    const endsLine = isBlock(element) || name === 'br';
    // An element around the headline has its name, too, and is no other part of the page.
    if (role === 'other' && !(endsLine && this.linesBefore === undefined)) return;
    if (endsLine) this.#endLine();
    const own = {
      role: (role === 'other' ? undefined : role) ?? inherited.role,
      href: name === 'a' ? attribs['href'] : inherited.href,
    };
    const moment =
      abbreviatedMoment(element) ??
      (name === 'time' || role === 'date' ? (attribs['datetime'] ?? attribs['content']) : undefined);
    const startsPart = own.role !== inherited.role || own.href !== inherited.href || moment !== undefined;
    if (startsPart || standsApart(element))
      this.#parts.push({ chunks: startsPart ? [' '] : [], ...own, moment });
    for (const child of element.children) this.visit(child, own);
    if (endsLine) this.#endLine();
    else if (startsPart) this.#parts.push({ chunks: [' '], ...inherited, moment: undefined });
  }

  #part(inherited: Pick<OpenPart, 'role' | 'href'>): OpenPart {
    const last = this.#parts.at(-1);
    if (last !== undefined) return last;
    const part = { chunks: [], ...inherited, moment: undefined };
    this.#parts.push(part);
    return part;
  }

  #endLine(): void {
    const parts = this.#parts.flatMap(({ chunks, ...part }): readonly ShownPart[] => {
      const text = cleanText(chunks.join(''));
      return text === undefined ? [] : [{ text, ...part }];
    });
    this.#parts = [];
    if (parts.length === 0) return;
    const text = parts.map((part) => part.text).join(' ');
    if (text.length >= minLongCharacters && this.linesBefore !== undefined) this.#longLines += 1;
    this.lines.push({ text, parts });
  }
}

/** The largest element around the headline with little text before it. */
function startOf(headline: Element): Element {
  let start = headline;
  let characters = 0;
  for (let level = 0; level < max.levels; level++) {
    const { parent } = start;
    if (parent === null || !isTag(parent) || parent.name === 'body') return start;
    for (let before = start.prev; before !== null; before = before.prev) {
      if (isText(before)) characters += before.data.trim().length;
      if (isTag(before)) characters += rawText(before, max.charactersBefore).trim().length;
      if (characters > max.charactersBefore) return start;
    }
    start = parent;
  }
  return start;
}

const numberOfFirst = /^#1(?!\S)/;

/** Where the lines begin that tell of the headline below them. */
function startOfLines(lines: readonly ShownLine[], end: number): number {
  const first = lines.findIndex(
    ({ text }, at) => at >= end - max.linesOfPost && at < end && numberOfFirst.test(text),
  );
  const start = Math.max(0, end - max.linesBefore);
  return first < 0 ? start : Math.min(first, start);
}

/** Reads from an element on, and then what follows the elements around it. */
function readFrom(start: Element, reader: LineReader): readonly ShownLine[] {
  let at: Element | undefined = start;
  let node: ChildNode | null = start;
  while (at !== undefined && !reader.isDone) {
    for (; node !== null && !reader.isDone; node = node.next)
      reader.visit(node, { role: undefined, href: undefined });
    const { parent }: Element = at;
    at = parent !== null && isTag(parent) ? parent : undefined;
    node = at?.next ?? null;
  }
  return reader.lines;
}

export function beginningOf(headline: Element | undefined): Beginning {
  if (headline === undefined) return { before: [], after: [] };
  const { parent } = headline;
  // Where too much stands before the headline, reading begins nearer to it.
  const starts = [startOf(headline), parent !== null && isTag(parent) ? parent : headline, headline];
  for (const start of starts) {
    const reader = new LineReader(headline);
    const lines = readFrom(start, reader);
    const { linesBefore } = reader;
    if (linesBefore !== undefined)
      return {
        before: lines.slice(startOfLines(lines, linesBefore), linesBefore),
        after: lines.slice(linesBefore),
      };
  }
  return { before: [], after: [] };
}

/** The lines from the headline to the first paragraph, which cost less than the whole beginning. */
export function linesBelow(headline: Element | undefined): Beginning {
  if (headline === undefined) return { before: [], after: [] };
  return { before: [], after: readFrom(headline, new LineReader(headline, 0)) };
}

/** The lines between the headline and the first paragraph, without those that are links to other pages. */
export function withoutText({ after }: Beginning): Beginning {
  const end = after.findIndex(({ text }) => text.length >= minLongCharacters);
  return {
    before: [],
    after: after
      .slice(0, end < 0 ? max.headLines : Math.min(end, max.headLines))
      .filter(({ parts }) => parts.some(({ href }) => href === undefined)),
  };
}
