import { type ChildNode, isText } from 'domhandler';

import { bitOf } from '#shared/content/dom/class-words.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, hrefOf, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { anyPhrase, inLowerCase } from '#shared/kernel/phrases.ts';
import { wordsOfLine } from './line-words.ts';
import lineWords from './boilerplate-lines.json' with { type: 'json' };
import commentRules from './comment-rules.json' with { type: 'json' };
import noComments from './no-comments.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

type ListedKind = 'advertising' | 'sharing' | 'rating' | 'more' | 'commenting';
type LineKind = ListedKind | 'state' | 'dot' | 'variable' | 'shuffled';

/** Longer lines are sentences. */
const maxLineCharacters = 60;

const kindOfWords = new Map<string, LineKind>();
for (const words of Object.values<Readonly<Record<ListedKind, readonly string[]>>>(lineWords))
  for (const kind of ['more', 'sharing', 'rating', 'commenting', 'advertising'] as const)
    for (const line of words[kind]) kindOfWords.set(wordsOfLine(line), kind);

/** Four characters without spaces are a phrase in Chinese and Japanese. */
const isOneWord = /^(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{1,3}|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+)$/u;

/** What a script writes until it has more to show, and how many others look at a product. */
const stateOfPage =
  /^(?:(?:loading|please wait|wird geladen|chargement|cargando|caricamento|carregando|ładowanie|загрузка|завантаження|加载中|載入中|読み込み中)(?:\s\p{L}+)?\s?(?:…|\.{3})|\d[\d,.]* (?:people|others|visitors|customers|shoppers) (?:are|is) (?:currently )?(?:viewing|looking at|watching) (?:this|it)\P{P}*)$/iu;

/** Part of all of these: a cheap test for most lines. */
const mayBeState = /(?:\.{3}|…)\s*$|^\s*\d/;

/** What a template puts a value or a box in place of: `{{ error.message }}`, `[CTA_MODULE]`. */
const variable = /^(?:\{\{[^{}]+\}\}|\[[A-Z]{2,}(?:_[A-Z]+)+\])$/;
const mayBeVariable = /^\s*(?:\{\{|\[[A-Z])/;

/** A UUID (RFC 9562) right before a letter or another one; a list has signs or spaces between them. */
const gluedUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=[\da-z])/gi;
const minUuids = 4;
/** Between them are the letters of a word, which style sheets put together. */
const minUuidShare = 0.5;

/** What shops write around the letters of "Sponsored", against programs that look for it. */
function isShuffled(text: string): boolean {
  const found = text.match(gluedUuid) ?? [];
  return found.length >= minUuids && found.join('').length >= minUuidShare * text.length;
}

const kindOfLine = (text: string): LineKind | undefined => {
  if (text.length > maxLineCharacters) return isShuffled(text) ? 'shuffled' : undefined;
  if (text.trim() === '.') return 'dot';
  if (mayBeVariable.test(text) && variable.test(text.trim())) return 'variable';
  return mayBeState.test(text) && stateOfPage.test(text.trim())
    ? 'state'
    : kindOfWords.get(wordsOfLine(text));
};

/** Whether a line is no more than `Advertisement`. */
export const isAdvertLabel = (text: string): boolean => kindOfLine(text) === 'advertising';

/** Whether a line is no more than `Print this article` or `Post a comment`. */
export function isOperatingLabel(text: string): boolean {
  const kind = kindOfLine(text);
  return kind === 'sharing' || kind === 'commenting';
}

/** Longer texts are about comments. */
const maxRuleCharacters = 400;
const rules = anyPhrase(Object.values(commentRules).flat());
/** Part of most rules: a cheap test for most texts. */
const mayBeRule =
  /comment|kom+ent|коммент|комент|e-?mail|correo|adres|campos|champs|campi|felder|velden|felt|fält|pola|alanlar|поля|комен|reac|reage|σχ[όο]λι|πεδία|yorum|hozzászól|kitölt|mezők|تعليق|بريد|الآراء|コメント|メール|必須|评论|評論|邮箱|郵件|必填|댓글|이메일|필수|akismet/;

function isRule(text: string): boolean {
  if (text.length >= maxRuleCharacters) return false;
  const lower = inLowerCase(text);
  return mayBeRule.test(lower) && rules.isIn(lower);
}

const maxNoCommentsCharacters = 80;
const noCommentsYet = anyPhrase(Object.values(noComments).flat());
/** Whether a line is no more than "No comments yet. Be the first to comment"; longer ones tell who does not comment. */
const saysNoComments = (text: string): boolean =>
  text.length <= maxNoCommentsCharacters && noCommentsYet.isIn(text);

const reasons: Readonly<Record<LineKind | 'rule', string>> = {
  advertising: 'a label of advertisements',
  sharing: 'operates the page',
  rating: 'asks the reader to rate the page',
  state: 'says what a script does',
  dot: 'is an empty line',
  variable: 'is a variable of a template',
  shuffled: 'is a word with identifiers between its letters',
  more: 'leads to a page that another link leads to',
  commenting: 'leads to the comments or their form',
  rule: 'tells how to comment, or that nobody has',
};

/** The terms of definitions and the cells of tables are what their values are about. */
const labels = new Set(['dt', 'dd', 'th', 'summary', 'figcaption', 'caption']);

const maxSummaryLevels = 3;

/** Whether a line says what is below or beside it, which is kept; a summary may have it in a box. */
const isLabel = (tree: BlockTree, container: number): boolean =>
  labels.has(nameOf(tree, container)) ||
  nodeAround(tree, container, maxSummaryLevels, (node) => nameOf(tree, node) === 'summary') >= 0;

const minWordsOfText = 8;
const maxBlocksOfShortPage = 60;
const maxFormLevels = 5;
/** A form around a whole page has more nodes. */
const maxFormNodes = 120;

class LineJudge {
  readonly #context: BlockContext;
  readonly #kept: Uint8Array;
  /** Rules stand in the second half of longer pages that name comments. */
  readonly #rulesFrom: number;
  #links: ReadonlyMap<string, number> | undefined;

  constructor(context: BlockContext, kept: Uint8Array) {
    this.#context = context;
    this.#kept = kept;
    const { blocks, marks } = context.tree;
    const isShort = blocks.length <= maxBlocksOfShortPage;
    const hasComments = isShort || marks.some((bits) => (bits & bitOf.comment) !== 0);
    this.#rulesFrom = isShort ? 0 : hasComments ? blocks.length >> 1 : blocks.length;
  }

  /** The reason to drop a kept block. */
  reasonFor(block: number): string | undefined {
    const { tree, page, titleBlock } = this.#context;
    const found = tree.blocks[block];
    if (found === undefined || isLabel(tree, found.container)) return undefined;
    const kind = kindOfLine(found.text);
    if (kind === undefined) return this.#isRule(block) ? reasons.rule : undefined;
    const level = page.headingLevel[block] ?? 0;
    if (kind === 'variable' && (level > 0 || this.#isExample(block))) return undefined;
    // "Advertising" and "Comments" are headings of text, too.
    // A review may have such a heading, and a table such a value.
    if (
      kind === 'rating' &&
      ((level > 0 && this.#headsText(block)) || nameOf(tree, found.container) === 'td')
    )
      return undefined;
    const isHeading =
      level > 0 &&
      (kind === 'more' || kind === 'state' || isOneWord.test(wordsOfLine(found.text))) &&
      !(kind === 'advertising' && isAllOfAdvert(tree, found.container));
    const isTitle = level === 1 && (kind !== 'commenting' || block === titleBlock);
    if (isTitle || isHeading) return undefined;
    return kind === 'more' && !this.#repeatsLinks(found.container) ? undefined : reasons[kind];
  }

  /** Whether a variable is an entry of a list, or announced: "Write it like this:". */
  #isExample(block: number): boolean {
    const { blocks } = this.#context.tree;
    return (
      nameOf(this.#context.tree, blocks[block]?.container ?? -1) === 'li' ||
      /[:：]\s*$/u.test(blocks[block - 1]?.text ?? '')
    );
  }

  /** Whether the next kept block is a text. */
  #headsText(heading: number): boolean {
    const { words, linkWords } = this.#context.page;
    const next = this.#kept.indexOf(1, heading + 1);
    return next >= 0 && words.over(next, next + 1) - linkWords.over(next, next + 1) >= minWordsOfText;
  }

  /** Whether a block says how to comment: below a text with comments, or in the form for a comment. */
  #isRule(block: number): boolean {
    const { tree } = this.#context;
    const { text = '', container = -1 } = tree.blocks[block] ?? {};
    return (block >= this.#rulesFrom || isInForm(tree, container)) && (isRule(text) || saysNoComments(text));
  }

  /** Whether other kept links lead where those of an element lead, or it has none. */
  #repeatsLinks(container: number): boolean {
    const { tree } = this.#context;
    this.#links ??= countLinks(tree, this.#kept);
    const end = Math.min(tree.end[container] ?? 0, container + maxLineNodes);
    for (let node = Math.max(0, container); node < end; node++) {
      const href = hrefOf(tree, node);
      if (href !== undefined && (this.#links.get(href) ?? 0) < 2) return false;
    }
    const around = enclosingLink(tree, container);
    return around === undefined || (this.#links.get(around) ?? 0) > 1 || holdsMore(tree, container);
  }
}

const namesAdvert =
  /(?:^|[\s_-])(?:ads?|advert(?:isement)?|mpu|dfp)(?:$|[\s\d_-])|[a-z]Ad(?:s|vert)?(?:$|[\s\d_-])/;
const maxAdvertLevels = 3;

/** Whether a block is all that the box of an advertisement shows, which a script fills. A heading may be the target of a link. */
const isAllOfAdvert = (tree: BlockTree, container: number): boolean =>
  nodeAround(tree, container, maxAdvertLevels, (node) => {
    if ((tree.to[node] ?? 0) - (tree.from[node] ?? 0) !== 1) return false;
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    const isHeading = /^h[1-6]$/.test(nameOf(tree, node));
    return namesAdvert.test(names) || (!isHeading && namesAdvert.test(id));
  }) >= 0;

function isInForm(tree: BlockTree, container: number): boolean {
  const form = nodeAround(tree, container, maxFormLevels, (node) => nameOf(tree, node) === 'form');
  return form >= 0 && (tree.end[form] ?? 0) - form <= maxFormNodes;
}

const maxLinkLevels = 4;
/** A line in a box of its own has fewer nodes. */
const maxLineNodes = 40;

const linkNode = (tree: BlockTree, container: number): number =>
  nodeAround(tree, container, maxLinkLevels, (node) => nameOf(tree, node) === 'a');

const enclosingLink = (tree: BlockTree, container: number): string | undefined => {
  const node = linkNode(tree, container);
  return node < 0 ? undefined : hrefOf(tree, node);
};

/** Whether the link around an element has other text: a card that is one link as a whole. */
function holdsMore(tree: BlockTree, container: number): boolean {
  const node = linkNode(tree, container);
  return node >= 0 && (tree.to[node] ?? 0) - (tree.from[node] ?? 0) > 1;
}

function countLinks(tree: BlockTree, kept: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let node = 0; node < tree.nodes.length; node++) {
    const href = hrefOf(tree, node);
    const isShown = href !== undefined && (tree.to[node] ?? 0) > (tree.from[node] ?? 0);
    if (isShown && kept[tree.from[node] ?? 0] === 1) counts.set(href, (counts.get(href) ?? 0) + 1);
  }
  return counts;
}

/**
 * Kept blocks that operate the page, with the reason to drop them: "Share", "Advertisement", "Read more" under the
 * teaser that links to the same page, links to the comments and their rules. Only whole blocks, never in code, in
 * tables, or in lists with other entries.
 */
export function boilerplateLines({ context, units, kept }: KeptText): ReadonlyMap<number, string> {
  const judge = new LineJudge(context, kept);
  const found = new Map<number, string>();
  kept.forEach((isKept, block) => {
    const reason = isKept === 1 ? judge.reasonFor(block) : undefined;
    if (reason !== undefined) found.set(block, reason);
  });
  if (found.size === 0) return found;
  for (const { from, to, kind } of units) {
    let isWhole = kind === 'list';
    for (let block = from; block < to; block++) isWhole &&= kept[block] === 0 || found.has(block);
    if (!isWhole) for (let block = from; block < to; block++) found.delete(block);
  }
  return found;
}

const toComments = /#.{0,40}(?:comment|respond|disqus|reply|komment)/i;

const textOf = ({ nodes, end }: BlockTree, node: number): string => {
  let text = '';
  for (let below = node + 1; below < (end[node] ?? 0) && text.length <= maxLineCharacters; below++) {
    const child = nodes[below];
    if (child !== undefined && 'data' in child) text += child.data;
  }
  return text;
};

/**
 * Whether a link ends its line, behind a number or a sentence. Within a sentence, an author asks for comments; in a row of
 * links, a sign between them would be left.
 */
function endsItsLine({ prev, next }: ChildNode): boolean {
  const isLast = next === null || (isText(next) && next.data.trim() === '');
  return isLast && prev !== null && isText(prev) && /[\p{N}.!?)。！？）]\s*$/u.test(prev.data);
}

/** Whether a link stands between brackets, which would be left without it: "Full story (comments: 9)". */
const isInBrackets = ({ prev, next }: ChildNode): boolean =>
  prev !== null &&
  next !== null &&
  isText(prev) &&
  isText(next) &&
  /[([]\s*$/.test(prev.data) &&
  /^\s*[)\]]/.test(next.data);

/** The links to the comments that stand in a line with text of the page: "3 comments", "Post a comment". */
export function commentLinks({ tree }: BlockContext, kept: Uint8Array): readonly ChildNode[] {
  const found: ChildNode[] = [];
  tree.nodes.forEach((link, node) => {
    if (kept[tree.from[node] ?? 0] !== 1) return;
    if (nameOf(tree, node) !== 'a' || isInBrackets(link)) return;
    // A link that a script answers has none by now.
    const href = hrefOf(tree, node) ?? '';
    if (!(toComments.test(href) || endsItsLine(link))) return;
    const text = textOf(tree, node);
    if (kindOfLine(text) !== 'commenting') return;
    if (toComments.test(href) || !isOneWord.test(wordsOfLine(text))) found.push(link);
  });
  return found;
}
