import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { isInFrame } from '#shared/content/main-content/blocks/frame.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { emailsIn, phonesIn } from '#shared/values/contacts.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';
import words from './contact-words.json' with { type: 'json' };

const contactHeading = anyPhrase(words.headings);
const weekday = anyPhrase(words.weekdays);
const timeOfDay = /\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d| ?[ap]\.?m\b| ?uhr\b| ?h\b)/i;

/** A box with more words is a text with an address in it. */
const maxBoxWords = 120;
const maxWidenings = 6;
/** A larger part of the page is boilerplate: the model is sure of it. */
const minChance = 0.05;

const maxFactCharacters = 200;
const maxAddressLevels = 3;

const isAddress = (tree: BlockTree, node: number): boolean => {
  const { itemtype = '', itemprop = '' } = elementAt(tree, node)?.attribs ?? {};
  return (
    nameOf(tree, node) === 'address' ||
    itemtype.endsWith('/PostalAddress') ||
    itemprop === 'streetAddress' ||
    itemprop === 'address'
  );
};

/** What a block tells: a telephone number, an email address, opening hours or a postal address. */
function contactFact(tree: BlockTree, block: number): 'phone' | 'email' | 'hours' | 'address' | undefined {
  const { text = '', container = -1 } = tree.blocks[block] ?? {};
  if (text.length > maxFactCharacters) return undefined;
  if (phonesIn(text).length > 0) return 'phone';
  if (text.includes('@') && emailsIn(text).length > 0) return 'email';
  if (timeOfDay.test(text) && weekday.isIn(text)) return 'hours';
  const address = nodeAround(tree, container, maxAddressLevels, (node) => isAddress(tree, node));
  return address < 0 ? undefined : 'address';
}

const contactName =
  /(?:^|[\s_-])contacts?(?:[_-](?:us|section|infos?|information|details|box|block|widget|card|area|wrapper|data))?(?:$|[\s_-])/i;
const minKindsOfFacts = 2;
/** Where more prose is kept, the page is a text, and its site wants to be reached. */
const maxProseWords = 400;

/** The elements that are named after contact and tell of it in two ways, outside of the frame of the page. */
function namedBoxes({ tree, page }: BlockContext, kept: Uint8Array): readonly BlockRun[] {
  const boxes: BlockRun[] = [];
  let prose = 0;
  for (let block = kept.indexOf(1); block >= 0; block = kept.indexOf(1, block + 1))
    prose += page.prose.over(block, block + 1);
  if (prose > maxProseWords) return boxes;
  let end = 0;
  for (let node = 0; node < tree.nodes.length; node++) {
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    if (names === '' && id === '') continue;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const isNamed = from >= end && to > from && (contactName.test(names) || contactName.test(id));
    if (!isNamed || page.words.over(from, to) > maxBoxWords || isInFrame(tree, node)) continue;
    const kinds = new Set<string | undefined>();
    for (let block = from; block < to; block++) kinds.add(contactFact(tree, block));
    kinds.delete(undefined);
    if (kinds.size < minKindsOfFacts) continue;
    boxes.push({ from, to });
    end = to;
  }
  return boxes;
}

/** Whether the first kept heading says that the page is about reaching somebody. */
function isContactPage({ tree, page }: BlockContext, kept: Uint8Array, title: string): boolean {
  const headline = kept.findIndex((isKept, block) => isKept === 1 && page.headingLevel[block] === 1);
  const text = tree.blocks[headline]?.text ?? title;
  return text.length <= 60 && contactHeading.isIn(text);
}

/** The largest box around a fact that holds contact facts and little else. */
function boxAround({ tree, page }: BlockContext, block: number, facts: ReadonlySet<number>): BlockRun {
  let box: BlockRun = { from: block, to: block + 1 };
  let node = tree.blocks[block]?.container ?? -1;
  for (let steps = 0; steps < maxWidenings && node >= 0; steps++) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const prose = page.prose.over(from, to);
    let others = 0;
    for (let at = from; at < to; at++) if (!facts.has(at) && page.headingLevel[at] === 0) others += 1;
    const isBox = page.words.over(from, to) <= maxBoxWords && prose === 0 && others * 2 <= to - from;
    if (!isBox) break;
    box = { from, to };
    node = page.wider[node] ?? -1;
  }
  return box;
}

/**
 * The boxes with addresses, telephone numbers and opening hours, which read like a page's footer: all of a contact page,
 * those that are named so of others. The footer itself repeats them and stays out.
 */
export function contactBoxes(
  context: BlockContext,
  chances: Float32Array,
  kept: Uint8Array,
  title: string,
): readonly BlockRun[] {
  if (!isContactPage(context, kept, title)) return namedBoxes(context, kept);
  const { tree } = context;
  const facts = new Set<number>();
  tree.blocks.forEach(({ container }, block) => {
    const isLikely = (chances[block] ?? 0) >= minChance;
    if (isLikely && !isInFrame(tree, container) && contactFact(tree, block) !== undefined) facts.add(block);
  });
  return [...facts].filter((block) => kept[block] === 0).map((block) => boxAround(context, block, facts));
}
