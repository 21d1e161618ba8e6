import type { ChildNode } from 'domhandler';

import type { Trace } from '#shared/content/dom/trace.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';
import requests from './page-requests.json' with { type: 'json' };

interface Phrases {
  readonly newsletter: readonly string[];
  readonly scripts: readonly string[];
  readonly consent: readonly string[];
}

const phrasesOf = (kind: keyof Phrases): RegExp =>
  anyPhrase(Object.values<Phrases>(requests).flatMap((own) => own[kind]));
const newsletterRequest = phrasesOf('newsletter');
const scriptRequest = phrasesOf('scripts');
const consentRequest = phrasesOf('consent');

/** Part of every phrase: a cheap test for most texts. Pages about these subjects keep their phrases. */
const newsletterSubject = /newslett?er|mailing list|inbox|subscri|updates from|abonne|inscrivez|рассылк/i;
const scriptSubject = /javascript|browser|flash/i;
const consentSubject = /cookie|consent|privacy|datenschutz/i;

/** Longer texts are about newsletters and scripts. */
const maxNewsletterCharacters = 220;
const maxScriptCharacters = 120;
/** What stands in for a video or a post says whose cookies those are, too. */
const maxConsentCharacters = 400;

/** The terms of definitions and the cells of tables are what their values are about. */
const labels = new Set(['dt', 'dd', 'th', 'td', 'summary', 'blockquote']);

/** Kept blocks outside of units with a text that fits. */
function blocksThat(
  { tree, page }: BlockContext,
  units: readonly Unit[],
  kept: Uint8Array,
  fits: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  tree.blocks.forEach(({ text, container }, block) => {
    if (kept[block] !== 1 || page.headingLevel[block] === 1 || !fits(text)) return;
    if (!labels.has(nameOf(tree, container))) found.add(block);
  });
  if (found.size > 0)
    for (const { from, to } of units) for (let block = from; block < to; block++) found.delete(block);
  return found;
}

/** Kept blocks that ask the reader to subscribe to a newsletter. */
export function newsletterRequests(
  context: BlockContext,
  units: readonly Unit[],
  kept: Uint8Array,
  title: string,
): ReadonlySet<number> {
  if (newsletterSubject.test(title)) return new Set();
  return blocksThat(
    context,
    units,
    kept,
    (text) =>
      text.length <= maxNewsletterCharacters && newsletterSubject.test(text) && newsletterRequest.test(text),
  );
}

/** Kept blocks that stand in for embedded content until the reader accepts its cookies. */
export function consentRequests(
  context: BlockContext,
  units: readonly Unit[],
  kept: Uint8Array,
  title: string,
): ReadonlySet<number> {
  if (consentSubject.test(title)) return new Set();
  return blocksThat(
    context,
    units,
    kept,
    (text) => text.length <= maxConsentCharacters && consentSubject.test(text) && consentRequest.test(text),
  );
}

/**
 * The elements in kept text that ask for scripts or a player. They stand beside the image of a video, which stays; with
 * a link, they lead to it.
 */
export function scriptRequests(
  context: BlockContext,
  units: readonly Unit[],
  kept: Uint8Array,
  title: string,
  trace?: Trace,
): readonly ChildNode[] {
  if (scriptSubject.test(title)) return [];
  const { tree } = context;
  const blocks = blocksThat(
    context,
    units,
    kept,
    (text) => text.length <= maxScriptCharacters && scriptSubject.test(text) && scriptRequest.test(text),
  );
  return [...blocks].flatMap((block) => {
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
