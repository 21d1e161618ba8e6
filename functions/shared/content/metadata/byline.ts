import { beforeAccount } from '#shared/content/threads/post-words.ts';
import { findDate } from '#shared/values/dates.ts';
import { personName, withoutArrow } from '#shared/values/person-names.ts';
import type { Beginning, ShownLine, ShownPart } from './article-beginning.ts';
import words from './byline-words.json' with { type: 'json' };

/** A name that a page shows below its headline. */
export interface Byline {
  readonly name: string;
  /** Whether words such as `by` say so; otherwise markup, a link or the place suggests it. */
  readonly isSaid: boolean;
}

const maxLineCharacters = 160;
const maxNameCharacters = 120;
const maxWords = 5;
/** Longer lines are prose. */
const minTextCharacters = 200;

const particles = words.particles.join('|');
const capitalised = "\\p{Lu}[\\p{L}\\p{M}.'’-]*";
const fullName = new RegExp(
  `^${capitalised}(?:\\s(?:${capitalised}|${particles})){0,3}\\s${capitalised}$`,
  'u',
);
/** Names in ideographs are short, and look like buttons. */
const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;
const maxIdeographs = 12;
/** `MD`, `Ph.D.`, `RDN`. */
const credential = /^(?:\p{Lu}[\p{Lu}.\d-]{1,7}|Ph\.?D\.?|Jr\.?|Sr\.?|M\.?Sc\.?|B\.?Sc\.?)$/u;
const notNames = new Set(words.notNames);
const roles = new Set(words.roles);
const nameWords = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{M}'’-]+/u);
const hasWord = (text: string, whole: ReadonlySet<string>, stems: readonly string[]): boolean =>
  nameWords(text).some((word) => whole.has(word) || stems.some((stem) => word.startsWith(stem)));
/** `Publié le` and `Last modified` stand where names do. */
const notNameStems = [...words.notNameStems, ...words.published, ...words.updated];
const saysNoName = (text: string): boolean => hasWord(text, notNames, notNameStems);
const saysRole = (text: string): boolean => hasWord(text, roles, words.roleStems);
/** `Tech writer`, alone. */
const isRole = (text: string): boolean => isWords(text) && !/[,.:!?]/.test(text) && saysRole(text);
/** `Last post by`, `23 comments`. */
const isOfOthers = (text: string): boolean => {
  const lower = text.toLowerCase();
  return words.ofOthers.some((phrase) => lower.includes(phrase));
};
const and = `\\s(?:${words.and.join('|')})\\s`;
const separator = new RegExp(`\\s*(,${and}|,|;|、|${and})\\s*`, 'iu');
const commaAnd = new RegExp(`,${and}`, 'iu');

const isWords = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 60 &&
  (text.match(ideographs)?.length ?? 0) <= maxIdeographs &&
  /\p{L}{2}/u.test(text) &&
  text.split(/\s+/).length <= maxWords;

/** `wordpressadmin`, `q_admin`. */
export const isAdminAccount = (name: string): boolean => /^[a-z]+_?admin$/i.test(name);

/** `6 years ago`, `Viewed 124 times`, `CC-BY 4.0`. */
const saysFigure = /(?:^|\s)\d+\s(?:\p{Ll}+\sago|times|views?|min(?:utes)?|comments?)(?:\s|$)|\d\.\d/u;

/** Whether a text may be a name: of a person, a desk, an account. */
export const isNameLike = (text: string): boolean =>
  isWords(text) &&
  !isAdminAccount(text) &&
  !saysFigure.test(text) &&
  !/[:：!?…/|【】#]|\p{L}{4}\.\s\p{Lu}\p{Ll}{3}|\s(?:by|of|von|de|di|par|por)$/u.test(text) &&
  !saysNoName(text);

/** `AudioNative Player...`, `Harbour’s Smart Well`. */
const notInNames = /\.\.|['’]s\s/u;

/** `The Good`, `It’s Blogvent`, `AudioNative Player...`: parts of titles and of buttons are capitalised, too. */
const opensTitle = new RegExp(`^(?:${words.titleOpenings.join('|')})\\s`, 'iu');
const isFullName = (text: string): boolean =>
  fullName.test(text) && isNameLike(text) && !opensTitle.test(text) && !notInNames.test(text);

/** A picture and a link repeat a name: `Ada Lind Ada Lind`, and so do texts for screen readers: `Ada LindAda Lind`. */
const once = (text: string): string =>
  text.replace(/^(.{3,60}?)\s+\1(?=$|\W)/u, '$1').replace(/^(.{6,60})\1$/u, '$1');

/**
 * The names with which a text begins: `Ada Lind, MD and Bo Ek, who live in Ystad` has two. What follows them is a
 * role, a place or a date.
 */
function leadingNames(text: string, isName: (part: string) => boolean): string | undefined {
  const parts = once(personName(text) ?? '')
    .slice(0, maxLineCharacters)
    .split(separator);
  const [first = ''] = parts;
  if (!isName(first)) return undefined;
  let names = first;
  let isAfterRole = false;
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const [mark = '', part = ''] = [parts[at], parts[at + 1]];
    const isRole = saysRole(part);
    // After a role comes its place, the rest of it, or the next person.
    if (isAfterRole && !commaAnd.test(mark)) break;
    isAfterRole = isRole;
    if (isRole) continue;
    if (!isFullName(part) && !credential.test(part)) break;
    names += `${/^[,;、]/u.test(mark) ? '' : ' '}${mark.trim()} ${part}`;
  }
  return names.length > maxNameCharacters ? first : names;
}

/** The full names with which a text begins, credentials included. */
export const fullNameIn = (text: string): string | undefined =>
  leadingNames(text, (part) => isFullName(part) && !saysRole(part));

type Phrases = Readonly<Record<string, readonly string[]>>;

interface Sayings {
  readonly opens: RegExp;
  readonly alone: RegExp;
  /** Leaves no doubt wherever it is: `Written by`, `Author:`. */
  readonly plainly: RegExp;
  /** The words of it alone. */
  readonly says: RegExp;
}
const maxSayingCharacters = 60;
const sayings = new Map<string, Sayings>();

/** How bylines begin in a language, and in English, which many sites keep. */
function sayingsOf(language: string | undefined): Sayings {
  const code = language?.split('-', 1)[0]?.toLowerCase() ?? 'en';
  const known = sayings.get(code);
  if (known !== undefined) return known;
  const { by }: { readonly by: Phrases } = words;
  const all = [...(by['en'] ?? []), ...(code === 'en' ? [] : (by[code] ?? []))].toSorted(
    (a, b) => b.length - a.length,
  );
  const phrases = all.join('|');
  const severalWords = all.filter((phrase) => phrase.includes(' ')).join('|');
  const made = {
    opens: new RegExp(
      `(?:^|[|·•—–⋅]\\s*|\\d\\s+)(?:${phrases})(?:\\s*:\\s*|\\s+|(?<=[:：／/|]))(?=\\S)(.*)$`,
      'iu',
    ),
    alone: new RegExp(`^(?:${phrases})\\s*[:：]?$`, 'iu'),
    says: new RegExp(`^(?:(?:${severalWords})|(?:${phrases})\\s*[:：])`, 'iu'),
    plainly: new RegExp(
      `^(?:(?:${severalWords})\\s*[:：]?\\s+|(?:${phrases})\\s*[:：]\\s*)(?=\\S)(.*)$`,
      'iu',
    ),
  };
  if (sayings.size < 100) sayings.set(code, made);
  return made;
}

const firstLetter = /\S/u;

/** Tells whether a text begins with words such as `Written by`, or `Author:`. */
export function authorSayings(language: string | undefined): (text: string) => boolean {
  const { says } = sayingsOf(language);
  return (text) => {
    const at = text.search(firstLetter);
    return at >= 0 && says.test(text.slice(at, at + maxSayingCharacters));
  };
}

/** The full names of a line such as `Written by Ada Lind`. */
export function nameSaidIn(line: string, language: string | undefined): string | undefined {
  const rest = sayingsOf(language).plainly.exec(line)?.[1];
  return rest === undefined ? undefined : fullNameIn(rest);
}

/** `By Ada Lind` without the first word. */
export const withoutSaying = (text: string, language: string | undefined): string =>
  sayingsOf(language).opens.exec(text)?.[1] ?? text;

/** `Written by`: the words before a name, alone. */
export const isAuthorLabel = (text: string, language: string | undefined): boolean =>
  sayingsOf(language).alone.test(text);

/** The page of an author on the site. */
const authorPath =
  /\/(?:(?:blog|news)-authors?|authors?|autor(?:es)?|auteurs?|autori|avtor|contributors?|writers?|journalists?|columnists?|reporters?)(?:[/?.-]|$)|\/by\/|[?&]_?author=/iu;
/** Pages of people, of whom the text may speak as well. */
const otherPersonPath =
  /\/(?:users?|u|members?|profiles?|people|staff)[/?.-][^/]|[?&]user=|member\.php|memberlist\.php/iu;
/** Forms for new members and those who return. */
const signInPath = /\/(?:(?:sign|log)[_-]?(?:in|up|on)|regist(?:er|ration)|join|subscribe)(?:[/?.]|$)/iu;
/** The page of a section or a tag, which stands in bylines as well. */
const sectionPath = /\/(?:tags?|categor(?:y|ies|ia|ie)|kategorien?|topics?|sections?|labels?)\//iu;
export const isAuthorPath = (href: string): boolean => authorPath.test(href);
export const isSectionPath = (href: string): boolean => sectionPath.test(href);
const isPersonPath = (href: string): boolean =>
  authorPath.test(href) || (otherPersonPath.test(href) && !signInPath.test(href));

/** The lines before the first of a kind. */
function above(lines: readonly ShownLine[], isEnd: (line: ShownLine) => boolean): readonly ShownLine[] {
  const end = lines.findIndex(isEnd);
  return end < 0 ? lines : lines.slice(0, end);
}

const hasDate = (line: ShownLine | undefined): boolean =>
  line !== undefined &&
  line.text.length <= maxLineCharacters &&
  (line.parts.some(({ moment }) => moment !== undefined) || findDate(line.text) !== undefined);

/** The names of the lines at the start that are no more than a link with one, as a list of authors has them. */
function listedLinks(lines: readonly ShownLine[]): readonly string[] {
  const isLinkedName = ({ text, parts }: ShownLine): boolean =>
    parts.length === 1 && parts[0]?.href !== undefined && isFullName(text) && !saysRole(text);
  // A card of the author repeats the name.
  return [...new Set(above(lines, (line) => !isLinkedName(line)).map(({ text }) => text))];
}

/** `by the river` names nobody, `by courier.example (Ada Lind)` does, and so does `by ada_lind` beside a date. */
function namesNobody(rest: string, around: readonly (ShownLine | undefined)[]): boolean {
  const isAccount = /^(?=\S*[\d_.-])[\p{L}\d_.-]+$/u.test(rest) && around.some(hasDate);
  return !isAccount && /^\p{Ll}(?!\S*\.\S+\s\()/u.test(rest);
}

/** `Started by Mill Forums, 3 March 2021`: with its day, it is a name, whatever its words mean elsewhere. */
const nameBeforeDay = (text: string, rest: string, { plainly }: Sayings): string | undefined =>
  plainly.test(text) && findDate(rest) !== undefined
    ? leadingNames(rest, (part) => fullName.test(part))
    : undefined;

function saidName(lines: readonly ShownLine[], language: string | undefined): Byline | undefined {
  const said = sayingsOf(language);
  const { opens, alone } = said;
  for (const [at, { text }] of lines.entries()) {
    if (text.length > maxLineCharacters) continue;
    const isAlone = alone.test(text);
    const listed = isAlone ? listedLinks(lines.slice(at + 1)) : [];
    if (listed.length > 1) return { name: listed.join(', '), isSaid: true };
    const rest = isAlone ? lines[at + 1]?.text : opens.exec(text)?.[1];
    if (rest === undefined || (!isAlone && namesNobody(rest, [lines[at - 1], lines[at + 1]]))) continue;
    const name = leadingNames(withoutArrow(rest), isNameLike) ?? nameBeforeDay(text, rest, said);
    if (name !== undefined) return { name, isSaid: true };
  }
  return undefined;
}

/** Lines between a name and the date beside it. */
const dateReachLines = 2;

/** The first name that one of the texts begins with. */
function firstName(texts: readonly string[], isName: (part: string) => boolean): Byline | undefined {
  for (const text of texts) {
    const name = leadingNames(text, isName);
    if (name !== undefined) return { name, isSaid: false };
  }
  return undefined;
}

/** Further down, dates are of other things. */
const maxNameLines = 6;
/** A line of more pieces has keywords or links. */
const maxPieces = 5;
/** Lines of capitals are names of sections and buttons. */
const smallLetter = /\p{Ll}|\p{Lo}/u;

function namesBesideDates(all: readonly ShownLine[]): readonly string[] {
  const lines = all.slice(0, maxNameLines);
  const isDated = lines.map(hasDate);
  return lines.flatMap(({ text, parts }, at) => {
    const isNear = isDated.slice(Math.max(0, at - dateReachLines), at + dateReachLines + 1).includes(true);
    if (!isNear || text.length > maxLineCharacters) return [];
    const own = parts.filter(isNoLink);
    // A line that is a link leads to another page of the site.
    if (own.length === 0) return [];
    // Between words, a short dash joins two names.
    const divided = text.split(/\s*[·•|⋅—]\s*|\s–\s/u);
    if (divided.length > maxPieces) return [];
    const pieces = [text, ...divided, ...own.map((part) => part.text)];
    const date = isDated[at] === true ? findDate(text) : undefined;
    if (date !== undefined) pieces.push(text.slice(0, date.start), text.slice(date.end).replace(/^\W+/u, ''));
    return pieces.map((piece) => piece.trim());
  });
}

const isNoLink = ({ href }: ShownPart): boolean => href === undefined || isPersonPath(href);

/** Names in the first lines with a line such as `Tech writer` below them. */
function namesAboveRoles(all: readonly ShownLine[]): readonly string[] {
  const lines = all.slice(0, maxNameLines).map(({ text, parts }) => (parts.every(isNoLink) ? text : ''));
  return lines.filter((_line, at) => isRole(lines[at + 1] ?? ''));
}

const ofOwnText = (all: readonly ShownLine[]): readonly ShownLine[] =>
  all.filter(({ text }) => text.length <= 2 * maxLineCharacters && !isOfOthers(text));

/** A name that markup or a link to a person's page tells apart. */
function markedName(all: readonly ShownLine[], isPage: (href: string) => boolean): Byline | undefined {
  const parts = ofOwnText(all).flatMap((line) => line.parts);
  const marked = parts
    .filter(({ role, href = '' }) => role === 'author' && !isSectionPath(href))
    .map(({ text }) => text);
  // A link in a sentence leads to somebody whom the text is about.
  const linked = ofOwnText(all)
    .filter(({ text }) => text.length <= maxLineCharacters)
    .flatMap((line) => line.parts)
    .filter(({ href, text }) => href !== undefined && isPage(href) && isNameLike(text))
    .map(({ text }) => text);
  return firstName([...marked, ...linked], isNameLike);
}

function suggestedName(all: readonly ShownLine[], isPage: (href: string) => boolean): Byline | undefined {
  const lines = ofOwnText(all);
  return (
    markedName(lines, isPage) ??
    firstName(
      [...namesBesideDates(lines), ...namesAboveRoles(lines)].filter((text) => smallLetter.test(text)),
      isFullName,
    )
  );
}

/** Lines between the name of an account and its facts: a rank, a place. */
const accountReachLines = 2;

/** `Registered: 2025-11-01`. */
const isAccountFact = ({ text }: ShownLine): boolean => {
  const date = text.length > maxLineCharacters ? undefined : findDate(text);
  return date !== undefined && beforeAccount.test(text.slice(0, date.start));
};

/** The name above the day on which an account began, as forums have them beside each post. */
function accountName(lines: readonly ShownLine[]): Byline | undefined {
  const at = lines.findIndex(isAccountFact);
  return firstName(
    lines.slice(Math.max(0, at - accountReachLines), Math.max(0, at)).map(({ text }) => text),
    isNameLike,
  );
}

/** Titles of other articles are longer than the names of sections and buttons. */
const minTitleWords = 5;

/** Whether a line is no more than a link, as the title of another article is. */
const isOtherTitle = ({ text, parts }: ShownLine): boolean => {
  const [part] = parts;
  return (
    parts.length === 1 &&
    part?.href !== undefined &&
    !part.href.includes('#') &&
    !isPersonPath(part.href) &&
    part.role === undefined &&
    text.split(' ').length >= minTitleWords
  );
};

/** `20 replies to this topic`: names below are of those who answer. */
const countsReplies = new RegExp(
  `^\\d+\\s+(?:${words.replies.join('|')})(?:$|\\s+to this\\s|\\s*[^\\p{L}\\s])`,
  'iu',
);

/** `You may also like`: below it, other articles name their authors. */
const headsOthers = new RegExp(`^(?:${words.headingsOfOthers.join('|')})\\s*[:：]?$`, 'iu');

/** Whether more than one line has a byline, of more than one person. */
function haveAuthors(lines: readonly ShownLine[], language: string | undefined): boolean {
  const names = lines.map((line) => (saidName([line], language) ?? markedName([line], isPersonPath))?.name);
  return new Set(names.filter((name) => name !== undefined)).size > 1;
}

/** The lines before a list of other articles, which names their authors below their titles. */
function aboveOthers(lines: readonly ShownLine[], language: string | undefined): readonly ShownLine[] {
  const end = lines.findIndex(isOtherTitle);
  return end >= 0 && haveAuthors(lines.slice(end), language) ? lines.slice(0, end) : lines;
}

/** The names of people in a list of names, without credentials such as `PhD`. */
export const peopleIn = (names: string): readonly string[] => names.split(separator).filter(isFullName);

/** The authors to whose pages several links of one line lead. */
function linkedTogether(lines: readonly ShownLine[]): string | undefined {
  const names = lines
    .filter(({ text }) => text.length <= maxLineCharacters && !isOfOthers(text))
    .map(({ parts }) =>
      parts
        .filter(({ href, text }) => href !== undefined && isAuthorPath(href) && isFullName(text))
        .map(({ text }) => text),
    );
  return names.find((together) => together.length > 1)?.join(', ');
}

/** The names that are all of a line between headline and text. */
export function listedTogether({ after }: Beginning, language: string | undefined): string | undefined {
  const { opens } = sayingsOf(language);
  const isList = (text: string): boolean => {
    const names = text.split(separator).filter((_part, at) => at % 2 === 0);
    return names.length > 1 && names.every(isFullName) && !opens.test(text);
  };
  return above(after, ({ text }) => text.length >= minTextCharacters)
    .map(({ text }) => text)
    .find((text) => text.length <= maxNameCharacters && separator.test(text) && isList(text));
}

/** Words such as `published` and `posted`, as the source of a regular expression. */
export const publishedWords = `(?:${words.published.join('|')})`;

/** `Published by Bo Ek`, `Posted on 3 March 2021 by Bo Ek`: accounts put online what others have written. */
const saysWhoPublished = new RegExp(`^(?:re)?${publishedWords}[^|·•]*$`, 'iu');

/** Those who sign the text: a line between it and the headline names them plainly. */
export function signersOf({ after }: Beginning, language: string | undefined): string | undefined {
  const top = above(
    after,
    (line) => line.text.length >= minTextCharacters || countsReplies.test(line.text) || isOtherTitle(line),
  );
  const said = saidName(
    top.filter((line) => !saysWhoPublished.test(line.text)),
    language,
  )?.name;
  return said === undefined ? linkedTogether(top) : fullNameIn(said);
}

/** `Ada Lind, University of Mill`: two links sign a text that another site had first. */
export function signatureIn({ after }: Beginning): string | undefined {
  const line = after.find(({ text, parts }) => {
    const [first, second, ...more] = parts.filter(({ text: part }) => /\p{L}/u.test(part));
    return (
      text.length <= maxLineCharacters &&
      first?.href !== undefined &&
      second?.href !== undefined &&
      more.length === 0 &&
      isPersonPath(first.href) &&
      !isSectionPath(second.href) &&
      isFullName(first.text) &&
      text.slice(first.text.length).trimStart().startsWith(',')
    );
  });
  return line?.parts[0]?.text;
}

/** `이용민 기자`: a reporter, in Korean newspapers. */
const reporter = /(?:^|[\s=\]])(\p{sc=Hang}{2,4})\s?기자(?!\p{sc=Hang})/u;

function reporterIn(lines: readonly ShownLine[]): Byline | undefined {
  const names = lines
    .filter(({ text }) => text.length <= maxLineCharacters)
    .map(({ text }) => reporter.exec(text)?.[1] ?? '');
  return firstName(names, isNameLike);
}

/** The author in the first lines of an article. */
export function bylineOf(beginning: Beginning, language: string | undefined): Byline | undefined {
  const { before } = beginning;
  const own = above(beginning.after, ({ text }) => countsReplies.test(text));
  const after = aboveOthers(own, language);
  const top = above(after, ({ text }) => text.length >= minTextCharacters);
  const aboveOther = above(top, ({ text }) => headsOthers.test(text));
  // Lines below the first paragraph may say who wrote something else.
  return (
    saidName(aboveOther, language) ??
    (aboveOther.length < top.length ? markedName(aboveOther, isPersonPath) : undefined) ??
    saidName(top, language) ??
    reporterIn(top) ??
    markedName(top, isPersonPath) ??
    saidName(after, language) ??
    suggestedName(after, isAuthorPath) ??
    saidName(before, language) ??
    suggestedName(before, isPersonPath) ??
    accountName(before)
  );
}
