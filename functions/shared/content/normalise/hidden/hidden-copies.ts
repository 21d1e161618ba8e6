import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { isHiddenByClass } from './screen-twins.ts';

/** Shorter texts repeat by chance. */
const minTextCharacters = 60;
/** The rest may be an author and a date, but no price. */
const minLongShare = 0.6;
const unread = nameSet('head script style template noscript');

/** The long texts below nodes, in the words of the source, without those inside of some elements. */
function longTexts(
  nodes: readonly ChildNode[],
  without: ReadonlySet<ChildNode>,
  found: string[] = [],
): readonly string[] {
  for (const node of nodes) {
    if (isText(node)) {
      const text = node.data.trim();
      if (text.length >= minTextCharacters) found.push(text);
    } else if (isTag(node) && !unread.has(node.name) && !without.has(node))
      longTexts(node.children, without, found);
  }
  return found;
}

/** Whether nearly all the text of a hidden element is shown elsewhere. */
function isCopy(element: Element, index: ElementIndex, shown: ReadonlySet<string>): boolean {
  const own = longTexts(element.children, new Set());
  const length = own.reduce((sum, text) => sum + text.length, 0);
  return (
    length >= minLongShare * index.textLength(element) &&
    !/\p{Sc}/u.test(rawText(element)) &&
    own.every((text) => shown.has(text))
  );
}

/**
 * Drops elements that only their class hides, when their text is shown elsewhere: forums write the first post once more
 * for search engines. A class such as `hidden` says too little to drop the only copy. To be called when what is surely
 * hidden has been dropped.
 */
export function dropHiddenCopies(document: Document, index: ElementIndex, trace?: Trace): void {
  // A hidden h1 is the headline for screen readers.
  const isHidden = (element: Element): boolean =>
    isHiddenByClass(element.attribs['class']) &&
    element.name !== 'h1' &&
    index.textLength(element) >= minTextCharacters;
  const hidden = index.outermost(index.all.filter(isHidden));
  if (hidden.length === 0) return;
  const shown = new Set(longTexts(document.children, new Set(hidden)));
  for (const element of hidden) {
    if (!isCopy(element, index, shown)) continue;
    const subject = `${element.name}.${element.attribs['class'] ?? ''}`;
    trace?.add({ step: 'hidden', verdict: 'dropped', reason: 'repeats text that is shown', subject });
    makeSilent(element);
  }
}
