import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { declaresDate } from '#shared/content/dom/declared-date.ts';
import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { readDate } from '#shared/values/dates.ts';
import {
  aroundName,
  beforeDate,
  dateLike,
  labelInAuthorPlace,
  aboutAccount,
  opensDate,
  timeOfDay,
  onlyDate,
  wholeDate,
  writtenDate,
} from './post-words.ts';

/** Author, date or points of a post, as an element of the page shows it. */
export interface PostMark {
  readonly element: Element;
  /** As shown to readers; a date in ISO 8601 form when markup has it. */
  readonly text: string;
  /** Whether markup made for that purpose declares it; otherwise class names and URLs suggest it. */
  readonly isDeclared: boolean;
}

const maxMarkCharacters = 60;
const maxNameWords = 5;

const named = (list: string): string => `(?:^|[\\s_-])(?:${list})(?:$|[\\s_-])`;

const kinds = {
  author: new RegExp(
    `${named(
      'author|fn|(?:big)?user-?name|hnuser|(?:comment|post)-?user|poster|post-box-byline|nick(?:name)?|display-?name|handle|login|avtor|nik',
    )}|(?:^|\\s)name(?:$|\\s)`,
    'i',
  ),
  // `postedit` is the note of a change.
  date: new RegExp(`date|time|posted(?!it)|published|${named('age|ago|when|data|vremya')}`, 'i'),
  points: new RegExp(named('score|points|karma'), 'i'),
  /** May hold the initials of a name. */
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
  const { class: names, 'data-testid': testId } = attribs;
  if (testId === undefined) return names === undefined ? noKinds : kindsOfNames(names);
  return kindsOfNames(`${names ?? ''} ${testId}`);
}

export const isAvatar = (element: Element): boolean => kindsOf(element).has('avatar');

/** FluxBB and PunBB name the author in the first term beside a post: `<div class="postleft"><dl><dt>Ada</dt>`. */
function isTermBesidePost({ name, parent }: Element): boolean {
  if (name !== 'dt' || parent === null || !isTag(parent) || parent.name !== 'dl') return false;
  const box = parent.parent;
  return box !== null && isTag(box) && box.attribs['class']?.split(/\s/).includes('postleft') === true;
}

const nameWithDot = /^\S{1,40}\s?[·•]$/u;
/** `Edited · 3 March 2021` */
const namesChange = /^(?:re)?(?:edited|updated|posted|published|modified|created|started)/i;

/** The name before a date, with a point between them and without a class: `<div>ada · <span>3 March 2021</span></div>`. */
function nameBesideDate({ children }: Element): string | undefined {
  const [name, date, rest] = children;
  if (name === undefined || !isText(name) || date === undefined || !isTag(date) || isBlock(date))
    return undefined;
  if (
    name.data.length > 4 * maxMarkCharacters ||
    (rest !== undefined && !(isText(rest) && rest.data.trim() === ''))
  )
    return undefined;
  const text = name.data.trim();
  const isName = nameWithDot.test(text) && !namesChange.test(text);
  return isName && isWholeDate(date) ? text.slice(0, -1).trimEnd() : undefined;
}

const isWholeDate = (element: Element): boolean => {
  const text = shortText(element);
  return text !== undefined && wholeDate.test(text.replaceAll('\n', ' '));
};

/** A cheap test before the others: most elements are no mark. Only texts with a point behind them are read. */
export function mayBeMark(element: Element): boolean {
  const { attribs, name } = element;
  return (
    name === 'a' ||
    attribs['itemprop'] !== undefined ||
    declaresDate(element) ||
    attribs['rel'] !== undefined ||
    kindsOf(element).size > 0 ||
    isTermBesidePost(element) ||
    nameBesideDate(element) !== undefined
  );
}

const profileUrl =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|accounts?|(?:memberlist|member|profile)\.php)[/?]|[?&;](?:user|u|uid)=|\/[@~][^/?#]+$/i;

/** Stack Exchange names who first wrote an answer of the community in the link to its history; "3 revs" is no name. */
const isFirstWriter = ({ attribs: { id, href } }: Element): boolean =>
  id?.startsWith('history-') === true && href?.endsWith('/revisions') === true;
const revisions = /^\d+ revs?\b/;

const machineDates = ['datetime', 'title', 'content', 'ts', 'data-time-string'];
const isoDate = /^\d{4}-\d\d-\d\d(?=$|[T ])/;
/** Names and dates are made of fewer nodes. */
const maxMarkNodes = 40;

/**
 * The text of an element if it is as short as a name or a date, with line breaks between its lines. Reads few nodes
 * of any element, so that calls for nested elements take linear time.
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
        if (length <= maxMarkCharacters) lines.push(`${lines.pop() ?? ''}${node.data.replace(/\s+/g, ' ')}`);
      } else if (isTag(node) && !isSilent(node.name)) {
        const endsLine = node.name === 'br' || isBlock(node);
        if (endsLine) lines.push('');
        if (!collect(node.children)) return false;
        if (endsLine) lines.push('');
      }
      return length <= maxMarkCharacters && parts <= maxMarkNodes;
    });
  if (!collect(element.children)) return undefined;
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return text === '' ? undefined : text;
}

/** The text beside the picture of an account; empty where other elements may hold it, `undefined` without a picture. */
function textBesideAvatar({ children }: Element): string | undefined {
  const elements = children.filter(isTag);
  if (!elements.some(isAvatar)) return undefined;
  if (!elements.every(isAvatar)) return '';
  const texts = children.filter(isText).map(({ data }) => data);
  return texts.join(' ').trim();
}

const matches = (value: string | undefined, pattern: RegExp): boolean =>
  value !== undefined && pattern.test(value);

/** A rank or a title follows the name on its own line. */
function nameIn(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2 * maxMarkCharacters) return undefined;
  const [line = ''] = text.trim().split('\n', 1);
  const name = line.replace(aroundName, '');
  return /\p{L}/u.test(name) && name.split(/\s+/).length <= maxNameWords ? name : undefined;
}

/** Bounded depth: nested candidates would otherwise make this quadratic. */
const declaredName = ({ children }: Element, levels = 2): Element | undefined => {
  for (const child of children) {
    if (!isTag(child)) continue;
    if (child.attribs['itemprop'] === 'name') return child;
    const below = levels === 0 ? undefined : declaredName(child, levels - 1);
    if (below !== undefined) return below;
  }
  return undefined;
};

/** Accounts of XenForo may be called `131359`; other numbers are those of posts. */
function numberedAccount({ attribs }: Element, text: string | undefined): string | undefined {
  return attribs['data-user-id'] !== undefined && /^\d+$/.test(text ?? '') ? text : undefined;
}

export function authorMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = matches(attribs['itemprop'], /\b(?:author|creator)\b/) || attribs['rel'] === 'author';
  const beside = nameBesideDate(element);
  const isNamed =
    isDeclared || beside !== undefined || kindsOf(element).has('author') || isTermBesidePost(element);
  const isOfWiki = name === 'a' && isFirstWriter(element);
  if (!isNamed && !isOfWiki && !(name === 'a' && matches(attribs['href'], profileUrl))) return undefined;
  const besideAvatar = textBesideAvatar(element);
  if (isAvatar(element) || besideAvatar === '') return undefined;
  const inner = isDeclared ? declaredName(element) : undefined;
  const shown = beside ?? besideAvatar ?? inner?.attribs['content'] ?? shortText(inner ?? element);
  const text = nameIn(shown) ?? numberedAccount(element, shown);
  if (text === undefined) return undefined;
  // A single letter replaces an avatar, and `@name` in a text is the person addressed.
  if ((!isDeclared && text.length === 1) || (!isNamed && text.startsWith('@'))) return undefined;
  if (isOfWiki && revisions.test(text)) return undefined;
  return dateLike.test(text) || labelInAuthorPlace.test(text) ? undefined : { element, text, isDeclared };
}

/** The author that the element of a whole post names in an attribute. */
export function ownAuthor(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const text = nameIn(attribs['data-author'] ?? (name.includes('-') ? attribs['author'] : undefined));
  return text === undefined ? undefined : { element, text, isDeclared: true };
}

const hourMs = 3_600_000;
/** The first and the last place where a day begins, in hours from UTC. */
const offsets = { first: 14, last: -12 } as const;

/** The day that a page shows for a moment in UTC, where it is that day in some place. */
function shownDay({ input }: RegExpExecArray, shown: string | undefined): string | undefined {
  if (shown === undefined || !/^\S{10}T\S*Z$/.test(input) || !onlyDate.test(shown)) return undefined;
  const read = readDate(shown);
  const hours = read === undefined ? Number.NaN : (Date.parse(input) - Date.parse(read)) / hourMs;
  return hours >= -offsets.first && hours < 24 - offsets.last ? read : undefined;
}

/** The day that a page shows at the pointer for an age such as `2y`. */
function dayOnHover(element: Element, text: string): string | undefined {
  // "Today, 5:11 PM" says more than a day.
  if (writtenDate.test(text) || /\d:\d/.test(text)) return undefined;
  const [inner, other] = element.children.filter(isTag);
  const titles = [element, ...(inner === undefined || other !== undefined ? [] : [inner])];
  return titles
    .map(({ attribs: { title = '' } }) => (onlyDate.test(title) ? writtenDate.exec(title)?.[0] : undefined))
    .find((day) => day !== undefined);
}

export function dateMark(element: Element): PostMark | undefined {
  const { attribs, name } = element;
  const isDeclared = declaresDate(element);
  const isNamed = isDeclared || kindsOf(element).has('date');
  if (!isNamed && name !== 'a') return undefined;
  // MyBB writes the note of a change into the date.
  const [own] = element.children;
  const first =
    isNamed && own !== undefined && isText(own) && wholeDate.test(own.data.trim())
      ? own.data.trim()
      : undefined;
  const text = (first ?? shortText(element)?.replaceAll('\n', ' '))?.replace(beforeDate, '');
  if (text !== undefined && (aboutAccount.test(text) || timeOfDay.test(text))) return undefined;
  if (isNamed)
    for (const attribute of machineDates) {
      const date = isoDate.exec(attribs[attribute] ?? '');
      // A day that nobody sees gives way to the one that is shown.
      if (date !== null)
        return { element, text: shownDay(date, text) ?? date[0], isDeclared: name !== 'meta' };
    }
  if (text === undefined || !(isNamed ? dateLike : wholeDate).test(text)) return undefined;
  return { element, text: (isNamed ? dayOnHover(element, text) : undefined) ?? text, isDeclared };
}

/** A weekday or a number beside a date is shorter. */
const maxBesideCharacters = 12;
/** Lines with author and date have fewer nodes. */
const maxLineNodes = 8;

const lineElements = new Set(['td', 'th', 'h2', 'h3', 'h4', 'div']);

const isMoreThanText = (child: ChildNode): boolean =>
  isText(child) ? child.data.length > 2 * maxMarkCharacters : isTag(child) && isBlock(child);

/** The date in a line that names the author, or in a heading or cell with little other text. */
export function dateOfLine(line: Element, hasAuthorMark: boolean): PostMark | undefined {
  const { name, children } = line;
  const hasAuthor = hasAuthorMark || kindsOf(line).has('author');
  if (
    (!hasAuthor && !lineElements.has(name)) ||
    children.length > maxLineNodes ||
    children.some(isMoreThanText)
  )
    return undefined;
  const text = shortText(line)?.replaceAll('\n', ' ');
  const written = text === undefined || aboutAccount.test(text) ? undefined : writtenDate.exec(text)?.[0];
  if (text === undefined || written === undefined) return undefined;
  const isTold = hasAuthor || opensDate.test(text) || text.length - written.length <= maxBesideCharacters;
  return isTold ? { element: line, text: written, isDeclared: false } : undefined;
}

/** Old Reddit writes the score of a post also as it is with the vote of the reader: `score dislikes`. */
const withOwnVote = /(?:^|\s)(?:dis)?likes(?:\s|$)/;

/** The score of a post with its unit: "42 points". */
export function pointsMark(element: Element): PostMark | undefined {
  if (!kindsOf(element).has('points') || withOwnVote.test(element.attribs['class'] ?? '')) return undefined;
  const text = shortText(element);
  if (text === undefined || !/^[-+]?\d[\d.,k]*\s*\p{L}{3,}$/iu.test(text)) return undefined;
  return { element, text, isDeclared: true };
}
