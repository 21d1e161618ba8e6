import type { ChildNode } from 'domhandler';

import type { Trace } from '#shared/content/dom/trace.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { type AnyPhrase, anyPhrase, inLowerCase } from '#shared/kernel/phrases.ts';
import requests from './page-requests.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

interface Phrases {
  readonly newsletter: readonly string[];
  readonly scripts: readonly string[];
  readonly consent: readonly string[];
  readonly follow: readonly string[];
  readonly members: readonly string[];
}

const phrasesOf = (kind: keyof Phrases): AnyPhrase =>
  anyPhrase(Object.values<Phrases>(requests).flatMap((own) => own[kind]));

interface Request {
  readonly phrases: AnyPhrase;
  /** Part of every phrase: a cheap test for most texts. */
  readonly mayAsk: RegExp;
  /** Pages with such a title are about the subject and keep its phrases. */
  readonly subject: RegExp;
  /** Longer texts are about the subject. */
  readonly maxCharacters: number;
}

const newsletterRequest: Request = {
  phrases: phrasesOf('newsletter'),
  mayAsk:
    /newslett?er|mailing list|inbox|briefing|subscri|updates from|e-?mail|abonne|inscrivez|suscr|correo|bandeja|bolet[ií]n|subskryp|prenumerat|рассылк/i,
  subject:
    /newslett?er|mailing list|inbox|subscri|abonne|suscri|bolet[ií]n|prenumerat|рассылк|privacy|datenschutz|privacidad|confidentialit[ée]/i,
  maxCharacters: 220,
};
const scriptRequest: Request = {
  phrases: phrasesOf('scripts'),
  mayAsk: /javascript|browser|flash/i,
  subject: /javascript|browser|flash/i,
  maxCharacters: 120,
};
/** A placeholder for a video or a post also says whose cookies those are. */
const consentRequest: Request = {
  phrases: phrasesOf('consent'),
  mayAsk: /cookie|consent|privacy|datenschutz/i,
  subject: /cookie|consent|privacy|datenschutz/i,
  maxCharacters: 400,
};

/** A line with an address or an hour tells more than where to follow the site. */
const followRequest: Request = {
  phrases: phrasesOf('follow'),
  mayAsk:
    /^\D*(?:social media|facebook|twitter|instagram|telegram|linkedin|youtube|whatsapp|threads|tiktok|pinterest|google news|flipboard|apps? for|телеграм|дзен|вк)\D*$/i,
  subject:
    /social media|facebook|twitter|instagram|telegram|linkedin|youtube|whatsapp|threads|tiktok|pinterest|google news|flipboard|телеграм|дзен|(?<!\p{L})вк(?!\p{L})/iu,
  maxCharacters: 120,
};

const membersRequest: Request = {
  phrases: phrasesOf('members'),
  mayAsk:
    /reading|subscri|member|abonn|abbonat|weiterlesen|weiterzulesen|reste|suscr|leyendo|assinant|prenumer|subskry|zalogowan|подпис|会員|購読|登録|全文/i,
  subject: /subscri|member|paywall|abonn|abbonat|suscr|assinant|prenumer|subskry|подпис|会員|購読|订阅|訂閱/i,
  maxCharacters: 200,
};

/** The terms of definitions and the cells of tables are what their values are about. */
const labels = new Set(['dt', 'dd', 'th', 'td', 'summary', 'blockquote']);

/** The kept blocks outside of units that make a request, on a page that is not about its subject. */
function blocksThatAsk(
  { phrases, mayAsk, subject, maxCharacters }: Request,
  { context: { tree, page }, units, kept, title }: KeptText,
): readonly number[] {
  if (subject.test(title)) return [];
  const found = new Set<number>();
  tree.blocks.forEach(({ text, container }, block) => {
    if (kept[block] !== 1 || page.headingLevel[block] === 1 || text.length > maxCharacters) return;
    if (!mayAsk.test(text) || labels.has(nameOf(tree, container))) return;
    if (phrases.isIn(text)) found.add(block);
  });
  if (found.size > 0)
    for (const { from, to } of units) for (let block = from; block < to; block++) found.delete(block);
  return [...found];
}

/** Names that begin with the word: `category-newsletter` is the name of a post. */
const namesNewsletter = /(?:^|\s)newslett?er(?:s|box|form|signup)?(?:[_-]|\s|$)/i;
const saysNewsletter = /newslett?er|mailing list|inbox|рассылк/i;
const maxBoxBlocks = 4;
const maxBoxWords = 60;

/** The kept blocks of small boxes that are named after a newsletter and mention one. */
function blocksOfNewsletters({
  context: { tree, page, repetition },
  kept,
  title,
}: KeptText): readonly number[] {
  if (newsletterRequest.subject.test(title)) return [];
  const found = new Set<number>();
  for (let node = 0; node < tree.nodes.length; node++) {
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    if (to === from || to - from > maxBoxBlocks || page.words.over(from, to) > maxBoxWords) continue;
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    if (!namesNewsletter.test(names) && !namesNewsletter.test(id)) continue;
    const blocks = tree.blocks.slice(from, to);
    if (!blocks.some(({ text }) => saysNewsletter.test(text))) continue;
    // One of several is a card, and the headline is what the page is about.
    if ((repetition.alike[node] ?? 0) > 1 || page.headingLevel.subarray(from, to).includes(1)) continue;
    for (let block = from; block < to; block++) if (kept[block] === 1) found.add(block);
  }
  return [...found];
}

/** The beginning of a notice in Chinese or Japanese, whose words are not separated: "電子版に". */
const maxUnspacedLetters = 12;
/** A notice ends the text if at most so many kept words follow it. */
const maxWordsBehind = 30;
const letters = /\p{L}/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const quotes = /["“”„«»「]/;
const notices = new RegExp(membersRequest.phrases.source, 'gu');

/** The model drops most notices: a box of a few blocks right behind the text. */
const maxBlocksBehind = 3;
/** Beside a notice; alone, it is a part of the frame of most newspapers. */
const asksToSignIn = /^\W*already\s/i;

/**
 * The blocks at the end of the text, kept or right behind it, that say no more than that the rest is for subscribers:
 * "Subscribe to continue reading". What is kept is a part of the text then.
 */
export function subscriberNotices(text: KeptText): readonly number[] {
  const { kept } = text;
  const { tree, page } = text.context;
  let end = kept.length;
  for (let words = 0; end > 0 && words <= maxWordsBehind; end--)
    if (kept[end - 1] === 1) words += page.words.over(end - 1, end);
  const last = kept.lastIndexOf(1);
  const asked = Uint8Array.from(kept).fill(1, last + 1, last + 1 + maxBlocksBehind);
  return blocksThatAsk(membersRequest, { ...text, kept: asked }).filter((block) => {
    const line = tree.blocks[block]?.text ?? '';
    const others = inLowerCase(line).replaceAll(notices, '').match(letters) ?? [];
    const isNotice = others.length <= (unspaced.test(line) ? maxUnspacedLetters : 0) && !quotes.test(line);
    return block >= end && isNotice && (kept[block] === 1 || !asksToSignIn.test(line));
  });
}

/**
 * Kept blocks that ask the reader to subscribe to a newsletter, to follow the site in a network or its app, or to accept the cookies of
 * embedded content, each with the reason to drop it.
 */
export function readerRequests(text: KeptText): ReadonlyMap<number, string> {
  return new Map([
    ...[...blocksThatAsk(newsletterRequest, text), ...blocksOfNewsletters(text)].map(
      (block) => [block, 'asks for a subscription to a newsletter'] as const,
    ),
    ...blocksThatAsk(consentRequest, text).map(
      (block) => [block, 'asks for consent to show embedded content'] as const,
    ),
    ...blocksThatAsk(followRequest, text).map(
      (block) => [block, 'asks to follow the site in a network'] as const,
    ),
  ]);
}

/**
 * The elements in kept text that ask for scripts or a player. They stand beside the image of a video, which stays; with
 * a link, they lead to it.
 */
export function scriptRequests(kept: KeptText, trace?: Trace): readonly ChildNode[] {
  const { tree } = kept.context;
  return blocksThatAsk(scriptRequest, kept).flatMap((block) => {
    const { container = -1, linkWords = 0, text = '' } = tree.blocks[block] ?? {};
    const isAlone = container >= 0 && (tree.to[container] ?? 0) - (tree.from[container] ?? 0) === 1;
    if (!isAlone || linkWords > 0) return [];
    trace?.add({
      step: 'request',
      verdict: 'dropped',
      reason: 'asks for scripts or a player',
      subject: text,
    });
    return tree.nodes[container] ?? [];
  });
}
