import { type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { isHidden } from './hidden.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

const panelName = /^(?:tab-?panel|tab-?pane|tab-?content|tabs?__(?:panel|pane|content|item))$/;
/** Names of tabs are shorter. */
const maxCaptionCharacters = 60;

const isPanel = (element: Element): boolean =>
  element.attribs['role'] === 'tabpanel' || classesOf(element).some((name) => panelName.test(name));

/** The panel that a control opens: by `aria-controls`, or by the fragment of its link. */
function panelOf(control: Element, index: ElementIndex): Element | undefined {
  const { attribs, name } = control;
  const href = name === 'a' ? attribs['href'] : undefined;
  const id = attribs['aria-controls'] ?? (href?.startsWith('#') === true ? href.slice(1) : undefined);
  const panel = id === undefined || id === '' ? undefined : index.target(id);
  return panel !== undefined && isPanel(panel) ? panel : undefined;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const maxOpeningLevels = 8;

/** Whether later steps leave an element out. */
const isLeftOut = (element: Element): boolean =>
  element.name === 'button' || isHidden(element) || isForScreenReaders(element);

/** Whether a panel has the caption as a heading, or opens with it, as the label of an accordion on narrow screens. */
function beginsWith(panel: Element, caption: string): boolean {
  const isCaption = (text: string): boolean => plain(text).toLowerCase() === caption.toLowerCase();
  const heading = findElement(panel, ({ name }) => /^h[1-6]$/.test(name));
  if (heading !== undefined && isCaption(rawText(heading))) return true;
  let opening: Element = panel;
  for (let level = 0; level < maxOpeningLevels; level++) {
    const first = opening.children.find((child) => !isText(child) || child.data.trim() !== '');
    if (first === undefined || !isTag(first) || isLeftOut(first)) return false;
    if (isCaption(rawText(first, 2 * maxCaptionCharacters))) return true;
    opening = first;
  }
  return false;
}

/** Removes a control and its list item. */
function silenceControl(control: Element): void {
  const item = ancestor(control, 2, ({ name }) => name === 'li');
  makeSilent(item !== undefined && item.children.filter(isTag).length === 1 ? item : control);
}

/** A panel begins with the name of its tab. */
function nameTab(panel: Element, caption: string, trace: Trace | undefined): void {
  if (rawText(panel, 200).trim() === '' || beginsWith(panel, caption)) return;
  const title = newElement('p', {}, [newElement('strong', {}, [newText(caption)])]);
  setChildren(panel, [title, ...panel.children]);
  trace?.add({ step: 'tabs', verdict: 'moved', reason: 'names the panel it opens', subject: caption });
}

/** MkDocs writes the labels of a set before its blocks, in the same order. */
function nameTabbedBlocks(index: ElementIndex, trace: Trace | undefined): void {
  const parts = (element: Element | undefined): readonly Element[] => element?.children.filter(isTag) ?? [];
  for (const set of index.named('div')) {
    if (set.attribs['class']?.includes('tabbed-set') !== true) continue;
    const inside = parts(set);
    const named = (name: string) => inside.find((part) => classesOf(part).includes(name));
    const labels = named('tabbed-labels');
    const [captions, panels] = [parts(labels), parts(named('tabbed-content'))];
    if (labels === undefined || captions.length !== panels.length) continue;
    for (const [at, panel] of panels.entries())
      nameTab(panel, plain(rawText(captions[at] ?? panel, maxCaptionCharacters * 2)), trace);
    makeSilent(labels);
  }
}

/** WPBakery writes the labels of its tabs as a list before the panels, in the same order. */
function nameTabsOfLists(index: ElementIndex, trace: Trace | undefined): void {
  const lists = index.named('ul').filter((list) => classesOf(list).includes('wpb_tabs_nav'));
  for (const [parent, [list, ...others]] of Map.groupBy(lists, (each) => each.parent)) {
    if (list === undefined || others.length > 0 || parent === null || !isTag(parent)) continue;
    const items = list.children.filter(isTag);
    const panels = parent.children.filter(isTag).filter((panel) => classesOf(panel).includes('wpb_tab'));
    const captions = items.map((item) => plain(rawText(item, maxCaptionCharacters * 2)));
    const areCaptions = captions.every((caption) => caption !== '' && caption.length <= maxCaptionCharacters);
    if (items.length === 0 || items.length !== panels.length || !areCaptions) continue;
    for (const [at, panel] of panels.entries()) nameTab(panel, captions[at] ?? '', trace);
    makeSilent(list);
  }
}

/** Moves the names of tabs to their panels. */
export function normalizeTabs(index: ElementIndex, trace?: Trace): void {
  nameTabbedBlocks(index, trace);
  nameTabsOfLists(index, trace);
  const named = new Set<Element>();
  for (const control of [
    ...index.named('button'),
    ...index.named('a'),
    ...index.named('li'),
    ...index.named('div'),
  ]) {
    const isTab = control.attribs['role'] === 'tab' || control.name === 'a';
    const panel = isTab ? panelOf(control, index) : undefined;
    if (panel === undefined || named.has(panel)) continue;
    const caption = plain(rawText(control, maxCaptionCharacters * 2));
    if (caption === '' || caption.length > maxCaptionCharacters) continue;
    named.add(panel);
    silenceControl(control);
    nameTab(panel, caption, trace);
  }
}
