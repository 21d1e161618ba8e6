import { type Element, isTag, isText, type ParentNode } from 'domhandler';

import {
  elementBeside,
  becomeElement,
  type ElementIndex,
  makeSilent,
  newElement,
} from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isDocutilsNote } from './docutils.ts';
import { bareLabel, becomeDefinition, becomeMark, elementParent } from './definition.ts';

const markText =
  /^[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3}|(?:note|nb|n|прим\.?|fn)\s*\d{1,3})\s*[\])]?$/i;
const noteTarget =
  /(?:^|[-_:.])(?:fn|ftn|edn|foot|note|footnote|endnote|cite_note|sdfootnote\d*sym|easy-footnote)[-_:.\w]*|note[-_]?\d+$/i;
const referenceName =
  /(?:^|[-_])(?:footnote|fnref|noteref|fn-ref|footnote-ref|reference|footnote-anchor|footnotelink)(?:$|[-_])/i;

export interface Reference {
  readonly mark: Element;
  readonly label: string;
  readonly definition: Element;
}

function fragmentOf(href: string | undefined, pageUrl: string): string | undefined {
  const at = href?.indexOf('#') ?? -1;
  if (href === undefined || at === -1 || at === href.length - 1) return undefined;
  const before = href.slice(0, at).replace(/^\.?\//, '/');
  if (before !== '' && pageUrl.split('#')[0]?.endsWith(before) !== true) return undefined;
  try {
    return decodeURIComponent(href.slice(at + 1));
  } catch {
    return href.slice(at + 1);
  }
}

/** The id of the note that a script opens, from an attribute of the reference. */
function scriptedFragment(link: Element): string | undefined {
  if (link.attribs['href'] !== '#') return undefined;
  const named = [link, elementParent(link)].flatMap((element) => Object.entries(element?.attribs ?? {}));
  const target = named.find(([name, value]) => name.startsWith('data-') && noteTarget.test(value));
  return target?.[1].replace(/^#/, '');
}

/** Whether a link begins its block: then it is the number of a note or a back link, not a reference. */
function beginsBlock(link: Element): boolean {
  for (let at: Element = link; ;) {
    for (let before = at.prev; before !== null; before = before.prev) {
      if (isText(before) ? before.data.trim() !== '' : isTag(before) && rawText(before, 40).trim() !== '')
        return false;
    }
    const parent = elementParent(at);
    if (parent === undefined || isBlock(parent)) return true;
    at = parent;
  }
}

function looksLikeReference(link: Element, fragment: string): boolean {
  const text = rawText(link, 40).trim();
  if (!markText.test(text)) return false;
  const parent = elementParent(link);
  const isRaised = parent?.name === 'sup' || findElement(link, ({ name }) => name === 'sup') !== undefined;
  const isNamed = ({ attribs }: Element) =>
    referenceName.test(attribs['class'] ?? '') || referenceName.test(attribs['id'] ?? '');
  const isMarked =
    link.attribs['role'] === 'doc-noteref' || isNamed(link) || (parent !== undefined && isNamed(parent));
  return isRaised || isMarked || noteTarget.test(fragment) || /^\[\d{1,3}\]$/.test(text);
}

const isNoteBlock = ({ name }: Element): boolean => /^(?:li|p|dd|div|aside|section|td)$/.test(name);
/** HonKit and GitBook write each note as a quotation. */
const isQuotedNote = ({ name, attribs }: Element): boolean =>
  name === 'blockquote' && noteTarget.test(attribs['id'] ?? '');
const mayBeNote = (element: Element): boolean => isNoteBlock(element) || isQuotedNote(element);

const contains = (outer: Element, inner: Element): boolean => {
  for (let at: ParentNode | null = inner; at !== null; at = at.parent) if (at === outer) return true;
  return false;
};

/** Longer blocks are chapters, not notes. */
const maxNoteCharacters = 5000;

/** The block of the note that a reference links to. */
function definitionOf(target: Element, reference: Element): Element | undefined {
  let at: Element | undefined = target;
  for (let level = 0; level < 5 && at !== undefined && !mayBeNote(at); level++) {
    // Texinfo writes the number of a note as a heading before the note.
    if (/^h[4-6]$/.test(at.name) && rawText(at, 20).trim().length < 8) {
      const note: Element | undefined = elementBeside(at, 'next');
      if (note !== undefined) makeSilent(at);
      return note;
    }
    at = elementParent(at);
  }
  if (at === undefined || !mayBeNote(at) || contains(at, reference)) return undefined;
  const text = rawText(at, maxNoteCharacters + 1).trim();
  const isNote =
    text !== '' &&
    text.length <= maxNoteCharacters &&
    findElement(at, ({ name }) => /^h[1-4]$/.test(name)) === undefined;
  return isNote ? at : undefined;
}

/** A reference has no text around it except brackets. */
const maxReferenceCharacters = 40;

/** Whether a link is a back link to its own reference: a note with two references begins with `^ a b`. */
function leadsBack(link: Element, target: Element, index: ElementIndex, pageUrl: string): boolean {
  if (index.precedes(link, target) || index.textLength(target) > maxReferenceCharacters) return false;
  const mark = target.name === 'a' ? target : index.firstIn(target, 'a');
  const fragment = fragmentOf(mark?.attribs['href'], pageUrl);
  const note = fragment === undefined ? undefined : index.target(fragment);
  return note !== undefined && contains(note, link);
}

/** Word writes no targets: `#_ftn1` is the paragraph that links back to `#_ftnref1`. */
function wordTarget(
  index: ElementIndex,
  fragment: string,
  backLinks: ReadonlyMap<string, Element>,
): Element | undefined {
  const [, kind, number] = /^_(ftn|edn)(\d+)$/.exec(fragment) ?? [];
  return index.target(fragment) ?? (kind === undefined ? undefined : backLinks.get(`_${kind}ref${number}`));
}

function wordBackLinks(index: ElementIndex): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>();
  for (const link of index.named('a')) {
    const fragment = /#(_(?:ftn|edn)ref\d+)$/.exec(link.attribs['href'] ?? '')?.[1];
    if (fragment !== undefined) found.set(fragment, link);
  }
  return found;
}

/** Sphinx marks its notes by role, and docutils by class. */
const isNamedNote = (note: Element): boolean =>
  note.attribs['role'] === 'doc-footnote' || isDocutilsNote(note);

interface Found {
  readonly link: Element;
  readonly target: Element;
  readonly definition: Element;
}

function findLinked(index: ElementIndex, pageUrl: string): readonly Found[] {
  const found: Found[] = [];
  const backLinks = wordBackLinks(index);
  for (const link of index.named('a')) {
    const fragment = fragmentOf(link.attribs['href'], pageUrl) ?? scriptedFragment(link);
    if (fragment === undefined || !looksLikeReference(link, fragment) || beginsBlock(link)) continue;
    const target = wordTarget(index, fragment, backLinks);
    if (target === undefined || leadsBack(link, target, index, pageUrl)) continue;
    const definition = definitionOf(target, link);
    if (definition === undefined) continue;
    const isBracketed =
      rawText(link, 10).trim().startsWith('[') &&
      !noteTarget.test(fragment) &&
      elementParent(link)?.name !== 'sup';
    if (isBracketed && definition.name !== 'li' && definition.name !== 'p' && !isNamedNote(definition))
      continue;
    found.push({ link, target, definition });
  }
  return found;
}

/** Splits notes that share a paragraph: each target begins a note. */
function splitShared(found: readonly Found[]): ReadonlyMap<Element, Element> {
  const byBlock = Map.groupBy(found, ({ definition }) => definition);
  const definitions = new Map<Element, Element>();
  for (const [block, references] of byBlock) {
    const targets = new Set(references.map(({ target }) => target));
    if (targets.size === 1) {
      for (const target of targets) definitions.set(target, block);
      continue;
    }
    const notes: Element[] = [];
    const before: Element = newElement('div', {}, []);
    const parts = new Map<Element, typeof block.children>();
    let current = before;
    for (const child of block.children) {
      const target = isTag(child) ? [...targets].find((candidate) => contains(child, candidate)) : undefined;
      if (target !== undefined) {
        current = newElement('p', {}, []);
        notes.push(current);
        definitions.set(target, current);
      }
      const part = parts.get(current) ?? [];
      part.push(child);
      parts.set(current, part);
    }
    for (const [part, children] of parts) becomeElement(part, part.name, part.attribs, children);
    becomeElement(block, 'div', block.attribs, [before, ...notes]);
  }
  return definitions;
}

/** Turns references that link to their notes into footnotes. Returns the number of notes. */
export function linkFootnotes(index: ElementIndex, pageUrl: string): number {
  const found = findLinked(index, pageUrl);
  const definitions = splitShared(found);
  const numbers = new Map<Element, number>();
  for (const { link, target } of found) {
    const definition = definitions.get(target);
    if (definition === undefined) continue;
    const label = bareLabel(rawText(link));
    const number = numbers.get(definition) ?? numbers.size + 1;
    if (!numbers.has(definition)) becomeDefinition(definition, number, label);
    numbers.set(definition, number);
    becomeMark(link, number);
  }
  return numbers.size;
}
