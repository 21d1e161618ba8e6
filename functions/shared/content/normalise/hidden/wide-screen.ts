import { type Element, isText } from 'domhandler';

import { classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** The width of the screen for which a page is read, in CSS pixels. */
const screenPx = 1_280;
/** Media Queries 4, as tools write one for each sheet: `all and (min-width: 1080px)`. */
const widthQuery = /^\s*(?:(?:all|screen)\s+and\s+)?\(\s*(min|max)-width\s*:\s*(\d+(?:\.\d+)?)px\s*\)\s*$/i;
/** Rules of one class, as atomic style sheets have them. */
const ruleOfClass = /\.([\w-]+)\{([^{}]*)\}/g;
const display = /(?:^|;)\s*display\s*:\s*([\w-]+)/i;
/** An element with this share of the page's text is shown by a script, or by a rule that is not read here. */
const minPageShare = 0.4;
const maxSubjectCharacters = 40;

function isForScreen({ attribs: { media = '' } }: Element): boolean {
  const [, bound, px = ''] = widthQuery.exec(media) ?? [];
  if (bound === undefined) return false;
  return bound.toLowerCase() === 'min' ? Number(px) <= screenPx : Number(px) >= screenPx;
}

/** Whether the sheets for the width of the screen show an element of a class, by the name of the class. */
function displayedClasses(sheets: readonly Element[]): ReadonlyMap<string, boolean> {
  const displayed = new Map<string, boolean>();
  for (const { children } of sheets)
    for (const child of children)
      for (const [, name = '', declarations = ''] of isText(child) ? child.data.matchAll(ruleOfClass) : []) {
        const value = display.exec(declarations)?.[1];
        if (value !== undefined) displayed.set(name, value.toLowerCase() !== 'none');
      }
  return displayed;
}

/**
 * Drops the elements that the page hides on a wide screen, by style sheets for a width alone: Medium writes each post of a list
 * once for telephones and once for others.
 */
export function dropHiddenOnWide(index: ElementIndex, trace?: Trace): void {
  const displayed = displayedClasses(index.named('style').filter(isForScreen));
  if (displayed.size === 0) return;
  for (const element of index.all) {
    if (element.attribs['class'] === undefined) continue;
    const told = new Set(classesOf(element).map((name) => displayed.get(name)));
    if (!told.has(false) || told.has(true)) continue;
    if (index.textLength(element) > minPageShare * index.totalText) continue;
    const subject = `${element.name}.${element.attribs['class']}`.slice(0, maxSubjectCharacters);
    trace?.add({ step: 'hidden', verdict: 'dropped', reason: 'hidden on wide screens', subject });
    makeSilent(element);
  }
}
