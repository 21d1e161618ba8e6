import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { remembered } from '#shared/content/dom/remembered.ts';
import {
  aroundName,
  beforeDate,
  dateLike,
  invitation,
  ofAccount,
  opensDate,
  timeOfDay,
  wholeDate,
  writtenDate,
} from './post-words.ts';

/** What a page tells of a post beside what the post says. */
export interface PostMark {
  readonly element: Element;
  /** As a reader is to see it: a date as ISO 8601 writes it where the page tells it to machines. */
  readonly text: string;
  /** Whether markup made for that tells it; otherwise names of classes and addresses do. */
  readonly isDeclared: boolean;
}

/** Longer texts say something. */
const longestMark = 60;
const mostWords = 5;

const named = (list: string): string => `(?:^|[\\s_-])(?:${list})(?:$|[\\s_-])`;

/** What the names of classes tell of an element. */
const kinds = {
  author: new RegExp(
    `${named(
      'author|fn|(?:big)?user-?name|hnuser|(?:comment|post)-?user|poster|nick(?:name)?|display-?name|handle|login|avtor|nik',
    )}|(?:^|\\s)name(?:$|\\s)`,
    'i',
  ),
  date: new RegExp(`date|time|posted|published|${named('age|ago|when|data|vremya')}`, 'i'),
  points: new RegExp(named('score|points|karma'), 'i'),
  /** The first letters of a name in a circle. */
  avatar: /avatar/i,
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

const noKinds: ReadonlySet<Kind> = new Set();

const kindsOfNames = remembered((names): ReadonlySet<Kind> => {
  const found = kindNames.filter((kind) => kinds[kind].test(names));
  return found.length === 0 ? noKinds : new Set(found);
});

function kindsOf({ attribs }: Element): ReadonlySet<Kind> {
  const names = attribs['class'] ?? attribs['data-testid'];
  return names === undefined ? noKinds : kindsOfNames(names);
}

export const isAvatar = (element: Element): boolean => kindsOf(element).has('avatar');

/** Whether an element may be any mark; most are none. */
export function mayBeMark(element: Element): boolean {
  const { attribs, name } = element;
  return (
    name === 'a' ||
    timeElements.has(name) ||
    attribs['itemprop'] !== undefined ||
    attribs['rel'] !== undefined ||
    kindsOf(element).size > 0
  );
}

const authorAddress =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|accounts?|(?:memberlist|member|profile)\.php)[/?]|[?&;](?:user|u|uid)=|\/[@~][^/?#]+$/i;

const timeElements = new Set(['time', 'relative-time', 'local-time', 'time-ago', 'faceplate-timeago']);
const machineDates = ['datetime', 'title', 'content', 'ts', 'data-time-string'];
const isoDate = /^\d{4}-\d\d-\d\d(?=$|[T ])/;
/** More than a name or a date is made of. */
const mostParts = 40;

/**
 * The text of an element that says no more than a name or a date does, with line breaks between its lines. Looks
 * at few parts of any element, so that asking each of those around one another stays linear.
 */
function shortText(element: Element): string | undefined {
  const lines = [''];
  let length = 0;
  let parts = 0;
  const collect = (nodes: readonly ChildNode[]): boolean =>
    nodes.every((node) => {
      parts += 1;
      if (isText(node)) {
        length += node.data.trim().length;
        if (length <= longestMark) lines.push(`${lines.pop() ?? ''}${node.data.replace(/\s+/g, ' ')}`);
      } else if (isTag(node) && !isSilent(node.name)) {
        const endsLine = node.name === 'br' || isBlock(node);
        if (endsLine) lines.push('');
        if (!collect(node.children)) return false;
        if (endsLine) lines.push('');
      }
      return length <= longestMark && parts <= mostParts;
    });
  if (!collect(element.children)) return undefined;
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return text === '' ? undefined : text;
}

const matches = (value: string | undefined, pattern: RegExp): boolean =>
  value !== undefined && pattern.test(value);

/** What stands below a name is a rank or a title. */
function nameIn(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2 * longestMark) return undefined;
  const [line = ''] = text.trim().split('\n', 1);
  const name = line.replace(aroundName, '');
  return /\p{L}/u.test(name) && name.split(/\s+/).length <= mostWords ? name : undefined;
}

/** Of elements around one another each asks few levels of the others. */
const declaredName = ({ children }: Element, levels = 2): Element | undefined => {
  for (const child of children) {
    if (!isTag(child)) continue;
    if (child.attribs['itemprop'] === 'name') return child;
    const below = levels === 0 ? undefined : declaredName(child, levels - 1);
    if (below !== undefined) return below;
  }
  return undefined;
};

/** Whoever wrote the post that the element is part of. */
export function authorMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = matches(attribs['itemprop'], /\b(?:author|creator)\b/) || attribs['rel'] === 'author';
  const isNamed = isDeclared || kindsOf(element).has('author');
  if (!isNamed && !(name === 'a' && matches(attribs['href'], authorAddress))) return undefined;
  if (isAvatar(element) || element.children.some((child) => isTag(child) && isAvatar(child)))
    return undefined;
  const inner = isDeclared ? declaredName(element) : undefined;
  const text = nameIn(inner?.attribs['content'] ?? shortText(inner ?? element));
  if (text === undefined) return undefined;
  // One letter stands for a name where there is no picture, and `@name` in a text for whoever is meant.
  if ((!isDeclared && text.length === 1) || (!isNamed && text.startsWith('@'))) return undefined;
  return dateLike.test(text) || invitation.test(text) ? undefined : { element, text, isDeclared };
}

/** The author that an element for a whole post names in an attribute. */
export function ownAuthor(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const text = nameIn(attribs['data-author'] ?? (name.includes('-') ? attribs['author'] : undefined));
  return text === undefined ? undefined : { element, text, isDeclared: true };
}

/** When the post was written. */
export function dateMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = timeElements.has(name) || matches(attribs['itemprop'], /\bdate(?:Created|Published)\b/);
  const isNamed = isDeclared || kindsOf(element).has('date');
  if (!isNamed && name !== 'a') return undefined;
  const text = shortText(element)?.replaceAll('\n', ' ').replace(beforeDate, '');
  if (text !== undefined && (ofAccount.test(text) || timeOfDay.test(text))) return undefined;
  if (isNamed)
    for (const attribute of machineDates) {
      const date = isoDate.exec(attribs[attribute] ?? '');
      if (date !== null) return { element, text: date[0], isDeclared: true };
    }
  if (text === undefined || !(isNamed ? dateLike : wholeDate).test(text)) return undefined;
  return { element, text, isDeclared };
}

/** More than a weekday or a number beside a date. */
const longestBeside = 12;
/** A line about author and date is made of few parts. */
const mostOfLine = 8;

const lines = new Set(['td', 'th', 'h2', 'h3', 'h4', 'div']);

const isOfMany = (child: ChildNode): boolean =>
  isText(child) ? child.data.length > 2 * longestMark : isTag(child) && isBlock(child);

/** When the post was written, by a line that names the author, or by a heading or cell that says little else. */
export function dateOfLine(line: Element, hasAuthor: boolean): PostMark | undefined {
  const { name, children } = line;
  if ((!hasAuthor && !lines.has(name)) || children.length > mostOfLine || children.some(isOfMany))
    return undefined;
  const text = shortText(line)?.replaceAll('\n', ' ');
  const written = text === undefined || ofAccount.test(text) ? undefined : writtenDate.exec(text)?.[0];
  if (text === undefined || written === undefined) return undefined;
  const isTold = hasAuthor || opensDate.test(text) || text.length - written.length <= longestBeside;
  return isTold ? { element: line, text: written, isDeclared: false } : undefined;
}

/** What readers gave for it, with its unit: "42 points". */
export function pointsMark(element: Element): PostMark | undefined {
  if (!kindsOf(element).has('points')) return undefined;
  const text = shortText(element);
  if (text === undefined || !/^[-+]?\d[\d.,k]*\s*\p{L}{3,}$/iu.test(text)) return undefined;
  return { element, text, isDeclared: true };
}
