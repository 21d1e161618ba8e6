import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { findElement, isBlock, rawText } from './element-display.ts';

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

/** Elements of a page share their classes. */
const kindsOfNames = new Map<string, ReadonlySet<Kind>>();
const mostRemembered = 5000;
const noKinds: ReadonlySet<Kind> = new Set();

function kindsOf({ attribs }: Element): ReadonlySet<Kind> {
  const names = attribs['class'] ?? attribs['data-testid'];
  if (names === undefined) return noKinds;
  const known = kindsOfNames.get(names);
  if (known !== undefined) return known;
  const found = kindNames.filter((kind) => kinds[kind].test(names));
  if (kindsOfNames.size >= mostRemembered) kindsOfNames.clear();
  const set = found.length === 0 ? noKinds : new Set(found);
  kindsOfNames.set(names, set);
  return set;
}

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

/** What stands where names stand. */
const invitation =
  /^(?:log ?in|sign ?(?:in|up)|log ?out|logged(?: in)?|register|join(?:ed)?|guest|advertisement|follow|reply|report|share|permalink|edit|quote|войти|регистрация|ответить|реклама)\W*$/i;
/** Dates of whoever writes. */
const membership = /join|since|regist|регистр|last (?:seen|active|visit)/i;

const timeElements = new Set(['time', 'relative-time', 'local-time', 'time-ago', 'faceplate-timeago']);
const machineDates = ['datetime', 'title', 'content', 'ts', 'data-time-string'];
const isoDate = /^\d{4}-\d\d-\d\d(?=$|[T ])/;
const dateLike =
  /\d[./:-]\d|\b(?:19|20)\d\d\b|\d\s*(?:[smhdwy]\b|mo|min|hr|sec|hour|day|week|month|year|мин|час|дн|д[её]н|нед|мес|год|лет|сек)|сегодня|вчера|yesterday|today|just now/i;
/** The day stands beside it. */
const timeOfDay = /^\d{1,2}:\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?$/i;
const day =
  '\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d\\d-\\d\\d-\\d{4}|\\p{L}{3,9}\\.? \\d{1,2},? \\d{4}|\\d{1,2}\\.? \\p{L}{3,9}\\.?,? \\d{4}';
const time = '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\b)?';
/** A link that says no more leads to what was written then. */
const wholeDate = new RegExp(`^\\D{0,12}(?:${day}|\\d+ \\p{L}+ (?:ago|назад))`, 'iu');
const writtenDate = new RegExp(`(?:${day})(?:(?:,| at| в)? ${time})?`, 'iu');

/** The text of an element that says no more than a name or a date does. */
function shortText(element: Element): string | undefined {
  const text = rawText(element, 2 * longestMark)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' || text.length > longestMark ? undefined : text;
}

const matches = (value: string | undefined, pattern: RegExp): boolean =>
  value !== undefined && pattern.test(value);

const isDeclaredName = ({ attribs }: Element): boolean => attribs['itemprop'] === 'name';
const emphasis = new Set(['a', 'b', 'strong', 'cite', 'h3', 'h4', 'h5', 'h6']);
/** A name before ranks and numbers. */
const isEmphasised = (element: Element): boolean =>
  emphasis.has(element.name) && !kindsOf(element).has('avatar') && shortText(element) !== undefined;

/** What stands out in an element that names somebody, with a handle beside it. */
function nameIn(element: Element, inner: Element | undefined): string | undefined {
  const all = shortText(element);
  const name = inner === undefined ? undefined : shortText(inner);
  return name === undefined || all?.slice(name.length).startsWith(' @') === true ? all : name;
}

/** Whoever wrote the post that the element is part of. */
export function authorMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = matches(attribs['itemprop'], /\b(?:author|creator)\b/) || attribs['rel'] === 'author';
  const isNamed = isDeclared || kindsOf(element).has('author');
  if (!isNamed && !(name === 'a' && matches(attribs['href'], authorAddress))) return undefined;
  if (kindsOf(element).has('avatar')) return undefined;
  const inner = findElement(element, isDeclared ? isDeclaredName : isEmphasised);
  const text = inner?.attribs['content'] ?? nameIn(element, inner)?.replace(/(?: says| sagt)?:$/, '');
  if (text === undefined || text.split(' ').length > mostWords || !/\p{L}/u.test(text)) return undefined;
  // One letter stands for a name where there is no picture, and `@name` in a text for whoever is meant.
  if ((!isDeclared && text.length === 1) || (!isNamed && text.startsWith('@'))) return undefined;
  return dateLike.test(text) || invitation.test(text) ? undefined : { element, text, isDeclared };
}

/** The author that an element for a whole post names in an attribute. */
export function ownAuthor(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const text = attribs['data-author'] ?? (name.includes('-') ? attribs['author'] : undefined);
  return text === undefined || text.trim() === ''
    ? undefined
    : { element, text: text.trim(), isDeclared: true };
}

/** When the post was written. */
export function dateMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = timeElements.has(name) || matches(attribs['itemprop'], /\bdate(?:Created|Published)\b/);
  const isNamed = isDeclared || kindsOf(element).has('date');
  if (!isNamed && name !== 'a') return undefined;
  const text = shortText(element);
  if (text !== undefined && (membership.test(text) || timeOfDay.test(text))) return undefined;
  if (isNamed)
    for (const attribute of machineDates) {
      const date = isoDate.exec(attribs[attribute] ?? '');
      if (date !== null) return { element, text: date[0], isDeclared: true };
    }
  if (text === undefined || !(isNamed ? dateLike : wholeDate).test(text)) return undefined;
  return { element, text, isDeclared };
}

/** A line about a date is made of few parts. */
const mostOfLine = 8;

/** When the post was written, by a short line with a date in it. */
export function dateOfLine(line: Element): PostMark | undefined {
  const { name, children } = line;
  // What it defines, such as when its author came, stands before it.
  if (name === 'dd' || children.length > mostOfLine) return undefined;
  const isLong = (child: ChildNode): boolean =>
    isText(child) ? child.data.length > 2 * longestMark : isTag(child) && isBlock(child);
  if (children.some(isLong)) return undefined;
  const text = shortText(line);
  if (text === undefined || membership.test(text)) return undefined;
  const written = writtenDate.exec(text)?.[0];
  return written === undefined ? undefined : { element: line, text: written, isDeclared: false };
}

/** What readers gave for it, with its unit: "42 points". */
export function pointsMark(element: Element): PostMark | undefined {
  if (!kindsOf(element).has('points')) return undefined;
  const text = shortText(element);
  if (text === undefined || !/^[-+]?\d[\d.,k]*\s*\p{L}{3,}$/iu.test(text)) return undefined;
  return { element, text, isDeclared: true };
}
