import type { Element } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { ancestor } from '#shared/content/dom/element-edit.ts';
import { ownAuthor } from '#shared/content/threads/post-marks.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { Beginning } from './article-beginning.ts';
import { type ArticleSetting, declaredInHead, markedUp } from './article-markup.ts';
import {
  bylineOf,
  isAuthorLabel,
  isNameLike,
  listedTogether,
  peopleIn,
  signatureIn,
  signersOf,
} from './byline.ts';
import { declaredName, shownName } from './declared-name.ts';
import type { HeadFacts } from './head-facts.ts';
import { hasType, textValue } from './json-ld.ts';
import { authorsElsewhere } from './marks-elsewhere.ts';
import { isHomePage, type MetadataEvidence } from './metadata-evidence.ts';
import { paperAuthors } from './paper-authors.ts';
import { bare, isLoginOfSite, isMadeUp, isSiteName } from './site-names.ts';
import words from './byline-words.json' with { type: 'json' };

/** The name of the writer, where JSON-LD names the editor. */
const writerNames = ['content_author'];
const authorNames = [
  'author',
  'article:author',
  'og:article:author',
  'article_author',
  'dc.creator',
  'dcterms.creator',
  'citation_author',
  'citation_authors',
  'parsely-author',
  'sailthru.author',
  'cxenseparse:author',
  'byl',
  'byline',
  'twitter:creator',
  'mediator_author',
];

/** Longer texts are about the author. */
const maxShownCharacters = 80;
/** Markup has line breaks, and many spaces, before a name and between it and a role. */
const maxRawCharacters = 1_000;
const maxAuthors = 40;

const companies = new RegExp(
  `^(?:${words.companies.before.join('|')})(?:\\s|(?<=\\p{sc=Han}))|(?:[\\s,]|(?<=[\\p{sc=Han}\\p{scx=Kana}]))(?:${words.companies.after.join('|')})$`,
  'iu',
);
/** `Harbour Tools Ltd`: who made the site, or owns it. */
const isCompany = (name: string): boolean => companies.test(name);

/** Libraries write `Lind, Ada`; `Harbour, Inc.` is a company. */
const inOrder = (name: string): string =>
  isCompany(name) ? name : name.replace(/^([^\s,]+),\s([^,]+)$/u, '$2 $1');

/** The name that an element declares, or shows as all of its text. */
function nameShownIn(element: Element): string | undefined {
  const text = element.attribs['content'] ?? rawText(element, maxRawCharacters);
  if (text.length < maxShownCharacters) return shownName(text);
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length < maxShownCharacters ? shownName(line) : undefined;
}

/** The declared authors of a thing, perhaps as references to their own nodes. */
function namesOf(work: JsonObject | undefined, nodes: readonly JsonObject[]): string {
  const authors = work?.['author'] ?? work?.['creator'];
  const named = (author: unknown): unknown => {
    if (!isObject(author) || textValue(author['name']) !== undefined) return author;
    return nodes.find((node) => node['@id'] !== undefined && node['@id'] === author['@id']) ?? author;
  };
  const names = (Array.isArray(authors) ? authors.slice(0, maxAuthors) : [authors])
    .map((author) => declaredName(textValue(named(author), 'name')))
    .filter((name) => name !== undefined);
  return authorsAmong(names).join(', ');
}

/** Each name once, whatever its capitals. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isNew;
  });
}

/** Each name once, without the companies that publish what the people beside them write. */
function authorsAmong(names: readonly string[]): readonly string[] {
  const people = names.filter((name) => !isCompany(name));
  // Below a company, some pages declare the lines of its address.
  return distinct(people.length > 0 && people.every(isNameLike) ? people : names);
}

/** The authors that the head names, by the fullest list: libraries repeat the first of them under another name. */
function namesInHead(
  evidence: MetadataEvidence,
  properties: readonly string[],
  isSite: (name: string) => boolean,
): string {
  const lists = properties.map((name) => {
    // Without a space, `twitter:creator` is a handle and not a name.
    const read = (text: string) =>
      name === 'twitter:creator' && !/\s/.test(text.trim()) ? undefined : declaredName(inOrder(text));
    const names = authorsAmong(declaredInHead(evidence, [name], read));
    // A company made the site, or owns it, and the lines below it are its address.
    const company = names.findIndex((each) => isCompany(each) && !isSite(each));
    return company < 0 ? names : names.slice(0, company);
  });
  const ofPeople = lists.find((names) => names.some((name) => !isSite(name)));
  const first = ofPeople ?? lists.find((names) => names.length > 0) ?? [];
  const fuller = lists.find(
    (names) => names.length > first.length && first.every((name) => names.includes(name)),
  );
  return (first.length > 0 ? (fuller ?? first) : first).join(', ');
}

/** `ada.lind`, `KatieS`: the account with which a text was put online. */
const isAccount = (name: string): boolean =>
  /^\S+$/.test(name) && !/^\p{Lu}\p{Ll}+$/u.test(name) && /[a-z]/i.test(name);

/** Social cards may have labels of their own: `twitter:label1` is `Written by`, `twitter:data1` the name. */
function cardName({ facts }: MetadataEvidence, language: string | undefined): string | undefined {
  const place = ['1', '2'].find((at) => isAuthorLabel(facts.meta(`twitter:label${at}`) ?? '', language));
  const name = place === undefined ? undefined : declaredName(facts.meta(`twitter:data${place}`));
  return name === undefined || isAccount(name) ? undefined : name;
}

const discussion = /(?:DiscussionForum|SocialMedia)Posting|Question\b/i;

/** Whether the page is somebody's post. */
function isPost({ articles, index }: MetadataEvidence): boolean {
  return (
    articles.some((work) => hasType(work, discussion)) ||
    index.all.some(({ attribs }) => discussion.test(attribs['itemtype'] ?? ''))
  );
}

function markedName(evidence: MetadataEvidence, headline: Element | undefined): string | undefined {
  const marked = markedUp(evidence, headline, 'author');
  if (marked === undefined) return undefined;
  const named = findElement(marked, ({ attribs }) =>
    /(?:^|\s|:)name(?:\s|$)/.test(attribs['itemprop'] ?? attribs['property'] ?? ''),
  );
  return nameShownIn(named ?? marked);
}

/**
 * The author that links with `rel="author"` name: one, or the first of several in the same element. In a list of articles,
 * each has its own.
 */
function linkedName({ index }: MetadataEvidence): string | undefined {
  const links = index
    .named('a')
    .filter(({ attribs }) => attribs['rel']?.toLowerCase().split(/\s+/).includes('author') === true);
  const names = links
    .slice(0, maxAuthors)
    .map(nameShownIn)
    .filter((name) => name !== undefined);
  const boxes = new Set(links.map(({ parent }) => parent));
  return new Set(names).size === 1 || boxes.size === 1 ? names[0] : undefined;
}

const maxOwnerLevels = 20;

/** The author that an element around the headline has as its attribute, as those of posts have. */
function ownerName(headline: Element | undefined): string | undefined {
  const post =
    headline === undefined
      ? undefined
      : ancestor(headline, maxOwnerLevels, (around) => ownAuthor(around) !== undefined);
  const name = post === undefined ? undefined : shownName(ownAuthor(post)?.text ?? '');
  // Outside of an element of its own, a name without a capital letter is that of an account.
  return post?.name.includes('-') === true || /\p{Lu}/u.test(name ?? '') ? name : undefined;
}

/** `The Courier Team`: a site that signs with more than its name means it. `Press` alone may be a surname. */
const isDesk = (name: string): boolean =>
  /\b(?:team|staff|editors?|editorial|desk|developers|(?:associated|canadian|free) press|press (?:association|office|service)|redak\p{L}*|agenc\p{L}*|agentur)\b/iu.test(
    name,
  );

/** The words of a name without accents and signs. */
const bareWords = (name: string): readonly string[] =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').split(/\s+/).map(bare);

/** `A. Lind` is `Ada Lind`. */
const isSameFirstName = (a: string, b: string): boolean =>
  a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0]);

/** Whether two spellings may be the name of one person, or one has the other in it. */
function areSameName(a: string, b: string): boolean {
  const [wordsOfA, wordsOfB] = [bareWords(a), bareWords(b)];
  const [wholeA, wholeB] = [wordsOfA.join(''), wordsOfB.join('')];
  return (
    wholeA.includes(wholeB) ||
    wholeB.includes(wholeA) ||
    (wordsOfA.at(-1) === wordsOfB.at(-1) && isSameFirstName(wordsOfA[0] ?? '', wordsOfB[0] ?? ''))
  );
}

/** Whether those who sign are others than the declared authors, or more: accounts put online what others have written. */
function tellsMore(signers: string, declared: string): boolean {
  const signed = peopleIn(signers);
  const known = peopleIn(declared);
  const isSigned = (name: string): boolean => signed.some((signer) => areSameName(signer, name));
  if (!known.some(isSigned)) return !areSameName(signers, declared);
  return signed.length > known.length && known.every(isSigned);
}

/** Whether a list has all of the declared authors, and more. */
function namesMore(listed: string, declared: string): boolean {
  const [names, known] = [peopleIn(listed), peopleIn(declared)];
  return (
    known.length > 0 &&
    names.length > known.length &&
    known.every((name) => names.some((other) => areSameName(other, name)))
  );
}

/** The lines around the headline, and those between it and the text; read when they are needed. */
interface LinesOfHeadline {
  readonly beginning: () => Beginning;
  readonly below: () => Beginning;
}

/** `Courier (www.courier.example)`: people have no domain behind their name. */
const publisherWithDomain = (facts: HeadFacts): string | undefined =>
  /^(.+?)\s*\((?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?\)$/u.exec(facts.meta('publisher') ?? '')?.[1];

/** `courier.example (Ada Lind)` */
const namesInParentheses = /^([^()]+)\s\(([^()]+)\)$/;

/** The names in the sources, up to the first person: sources after it are not read. */
function namesUpToPerson(
  sources: readonly (() => string | undefined)[],
  isPerson: (name: string) => boolean,
): readonly string[] {
  const names: string[] = [];
  for (const source of sources) {
    const name = source() ?? '';
    if (name !== '') names.push(name);
    if (name !== '' && isPerson(name)) break;
  }
  return names;
}

/** The brands of the products that a page declares. */
const brandsIn = ({ nodes }: MetadataEvidence): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => bare(textValue(node['brand'], 'name') ?? '')));

/**
 * The names of the authors, as the page declares or shows them. A person goes before the site, the desk and the account,
 * which sign what people write.
 */
export function authorOf(
  evidence: MetadataEvidence,
  setting: ArticleSetting,
  { beginning, below }: LinesOfHeadline,
): string | undefined {
  const { page, facts, nodes, articles } = evidence;
  const { headline, siteName, language } = setting;
  const host = URL.parse(page.url)?.hostname ?? '';
  const publishers = articles.map((work) => {
    const publisher = textValue(work['publisher'], 'name');
    // People who publish what they write are its authors.
    return publisher !== undefined && namesOf(work, nodes).includes(publisher) ? undefined : publisher;
  });
  const sites = [siteName, facts.meta('og:site_name'), publisherWithDomain(facts), ...publishers].filter(
    (name) => name !== undefined,
  );
  const isSite = (name: string): boolean => isSiteName(name, sites, host);
  const sources: readonly (() => string | undefined)[] = [
    () => namesInHead(evidence, writerNames, isSite),
    ...articles.map((work) => () => namesOf(work, nodes)),
    () => namesInHead(evidence, authorNames, isSite),
    () => cardName(evidence, language),
    () => paperAuthors(evidence.index),
    () => markedName(evidence, headline),
    () => linkedName(evidence),
    () => ownerName(headline),
  ];
  const isPerson = (name: string): boolean =>
    !isSite(name) && !isAccount(name) && !isDesk(name) && !isCompany(name);
  const declared = namesUpToPerson(sources, isPerson);
  const named = declared.find(isPerson);
  const others = declared.filter((name) => !isSite(name));
  const person = named ?? (others.length > 0 && isPost(evidence) ? others[0] : undefined);
  const withoutSites = (names: string): string => {
    const [, around = '', inside = ''] = namesInParentheses.exec(names) ?? [];
    if (inside !== '' && isSite(around) && peopleIn(inside).length > 0) return inside;
    const parts = names.split(', ');
    const opensWithSite = isSite(parts[0] ?? '');
    // Behind the site comes its town.
    const people = parts.filter((part) => !isSite(part) && (!opensWithSite || part.includes(' ')));
    return people.length > 0 ? people.join(', ') : opensWithSite ? (parts[0] ?? names) : names;
  };
  if (named !== undefined) {
    const signers = withoutSites(signersOf(below(), language) ?? '');
    if (!isSite(signers) && !isDesk(signers) && tellsMore(signers, named)) return signers;
    const listed = listedTogether(below(), language) ?? '';
    if (namesMore(listed, named) && !peopleIn(listed).some((name) => isSite(name) || isDesk(name)))
      return listed;
  }
  if (person !== undefined) return withoutSites(person);
  // The names that a home page shows are those of its articles.
  if (isHomePage(evidence)) return others[0] ?? declared[0];
  const signed = bylineOf(beginning(), language);
  // `By Nordlys`, below the name of a lamp.
  const byline = signed !== undefined && brandsIn(evidence).has(bare(signed.name)) ? undefined : signed;
  const shown = byline === undefined || isSite(byline.name) ? signatureIn(beginning()) : byline.name;
  const signing = [...others, ...(shown === undefined ? [] : [shown])];
  const isPlain = (name: string): boolean => isDesk(name) || isAccount(name) || isCompany(name);
  const { said, marked } = signing.every(isPlain)
    ? authorsElsewhere(evidence, language)
    : { said: undefined, marked: undefined };
  // Where a desk is declared, only a line such as `Written by Ada Lind` names another.
  const other = said ?? (declared.some(isDesk) || signing.length > 0 ? undefined : marked);
  const elsewhere =
    other === undefined || isSite(other) || isSite(other.replace(/^\S+\s/, '')) ? undefined : other;
  // `Staff and agencies` is shown up to its second word, which no name begins with.
  const whole = shown === undefined ? undefined : others.find((name) => name.startsWith(`${shown} `));
  const candidates = [elsewhere, whole, shown, ...others.slice(0, 2), byline?.name, declared[0]];
  const best = candidates.find((name) => name !== undefined && !isMadeUp(name));
  return best === undefined || isLoginOfSite(best, host) ? undefined : withoutSites(best);
}
