import { type Element, isTag, isText } from 'domhandler';

import { panelName } from '#shared/content/dom/own-markers.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { isHidden } from '#shared/content/normalise/hidden/hidden.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

const panelClass = /^(?:tab-?panel|tab-?pane|tab-?content|tabs?__(?:panel|pane|content|item))$/;
/** Names of tabs are shorter. */
const maxCaptionCharacters = 60;

const isPanel = (element: Element): boolean =>
  element.attribs['role'] === 'tabpanel' || classesOf(element).some((name) => panelClass.test(name));

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
  const name = newElement('strong', {}, [newText(caption)]);
  const title = newElement('p', { [panelName]: '' }, [name]);
  const isCode = panel.name === 'pre';
  const content = isCode ? [newElement('pre', panel.attribs, panel.children)] : panel.children;
  if (isCode) becomeElement(panel, 'div', {}, [title, ...content]);
  else setChildren(panel, [title, ...content]);
  trace?.add({ step: 'tabs', verdict: 'moved', reason: 'names the panel it opens', subject: caption });
}

interface Tab {
  readonly control: Element;
  readonly panel: Element;
}

const captionOf = (control: Element): string => plain(rawText(control, maxCaptionCharacters * 2));
const isCaption = (caption: string): boolean => caption !== '' && caption.length <= maxCaptionCharacters;

/** Names the panels of a set, and removes its controls. A set without the name of a tab stays as it is. Returns whether it has names. */
function nameTabs(tabs: readonly Tab[], trace: Trace | undefined): boolean {
  const captions = tabs.map(({ control }) => captionOf(control));
  if (!captions.every(isCaption)) return false;
  for (const [at, { control, panel }] of tabs.entries()) {
    silenceControl(control);
    nameTab(panel, captions[at] ?? '', trace);
  }
  return true;
}

/** Tabs and panels in the same order; none where their numbers differ. */
const pairs = (controls: readonly Element[], panels: readonly Element[]): readonly Tab[] =>
  controls.length === panels.length
    ? panels.flatMap((panel, at) => {
        const control = controls[at];
        return control === undefined ? [] : [{ control, panel }];
      })
    : [];

interface Generator {
  readonly set: string;
  readonly labels: string;
  readonly panels: string;
}

/** MkDocs, VitePress, ReadMe and Rspress write the labels of a set before its panels, in the same order. */
const generators: readonly Generator[] = [
  { set: 'tabbed-set', labels: 'tabbed-labels', panels: 'tabbed-content' },
  { set: 'vp-code-group', labels: 'tabs', panels: 'blocks' },
  { set: 'codetabs', labels: 'codetabs-toolbar', panels: 'codetabs-inner' },
  { set: 'rp-tabs', labels: 'rp-tabs__label', panels: 'rp-tabs__content' },
];

function nameLabelledSets(index: ElementIndex, trace: Trace | undefined): void {
  for (const set of index.named('div')) {
    const classes = classesOf(set);
    const generator = generators.find((each) => classes.includes(each.set));
    if (generator === undefined) continue;
    const partsOf = (name: string): readonly Element[] =>
      set.children
        .filter(isTag)
        .find((part) => classesOf(part).includes(name))
        ?.children.filter(isTag) ?? [];
    const labels = partsOf(generator.labels).filter(({ name }) => name !== 'input');
    nameTabs(pairs(labels, partsOf(generator.panels)), trace);
  }
}

/** WPBakery writes the labels of its tabs as a list before the panels, in the same order. */
function nameTabsOfLists(index: ElementIndex, trace: Trace | undefined): void {
  const lists = index.named('ul').filter((list) => classesOf(list).includes('wpb_tabs_nav'));
  for (const [parent, [list, ...others]] of Map.groupBy(lists, (each) => each.parent)) {
    if (list === undefined || others.length > 0 || parent === null || !isTag(parent)) continue;
    const panels = parent.children.filter(isTag).filter((panel) => classesOf(panel).includes('wpb_tab'));
    nameTabs(pairs(list.children.filter(isTag), panels), trace);
  }
}

const hasRole =
  (role: string) =>
  ({ attribs }: Element): boolean =>
    attribs['role'] === role;
const isTab = hasRole('tab');
const isTabList = hasRole('tablist');
const isTabPanel = hasRole('tabpanel');

/** Levels from a tab up to its list, and from a list up to the box that its panels are in. */
const maxListLevels = 3;
/** Levels from a panel up to that box. */
const maxPanelLevels = 2;

/** The lists of tabs by the boxes around them. The panel of another set bounds them. */
function listsByBox(lists: readonly Element[]): ReadonlyMap<Element, readonly Element[]> {
  const byBox = new Map<Element, Element[]>();
  for (const list of lists)
    ancestor(list, maxListLevels, (box) => {
      if (isTabPanel(box)) return true;
      const inBox = byBox.get(box);
      if (inBox === undefined) byBox.set(box, [list]);
      else inBox.push(list);
      return false;
    });
  return byBox;
}

/** The panels of each list of tabs that is the only one in its box. An accordion has its panels in its list. */
function panelsByList(index: ElementIndex): ReadonlyMap<Element | undefined, readonly Element[]> {
  const byBox = listsByBox(index.all.filter(isTabList));
  return Map.groupBy(index.all.filter(isTabPanel), (panel) => {
    const box = ancestor(panel, maxPanelLevels, (each) => byBox.has(each) || isTabList(each));
    const lists = box === undefined ? undefined : byBox.get(box);
    return lists?.length === 1 ? lists[0] : undefined;
  });
}

/** Each panel with the tab that it says labels it, or else with the one in its place; the only one of a page with the tab that is open. */
function tabsOfList(
  controls: readonly Element[],
  panels: readonly Element[],
  index: ElementIndex,
): readonly Tab[] {
  const listed = new Set(controls);
  const labelled = panels.flatMap((panel) => {
    const control = index.target(panel.attribs['aria-labelledby'] ?? '');
    return control !== undefined && listed.has(control) ? [{ control, panel }] : [];
  });
  if (labelled.length === panels.length) return labelled;
  const selected = controls.filter(({ attribs }) => attribs['aria-selected'] === 'true');
  return panels.length === 1 && selected.length === 1 ? pairs(selected, panels) : pairs(controls, panels);
}

/** The dots of a slider: `2`, "Go to slide 2", "Slide 2 of 5". */
const dot = /^(?:(?:go to |show )?slide )?\d{1,2}(?: of \d{1,2})?$/i;

/** Names the panels of tabs that do not say which panel they open, as those of Docusaurus. */
function nameListedTabs(index: ElementIndex, trace: Trace | undefined): void {
  const panelsOf = panelsByList(index);
  const byList = Map.groupBy(index.all.filter(isTab), (tab) => ancestor(tab, maxListLevels, isTabList));
  for (const [list, controls] of byList) {
    const panels = list === undefined ? [] : (panelsOf.get(list) ?? []);
    if (controls.some((control) => dot.test(captionOf(control)) || panelOf(control, index) !== undefined))
      continue;
    const tabs = tabsOfList(controls, panels, index);
    const isNamed = nameTabs(tabs, trace);
    // Tabs without a panel in the page open nothing.
    if (isNamed && tabs.length === 1) for (const control of controls) silenceControl(control);
  }
}

/** Moves the names of tabs to their panels. */
export function normalizeTabs(index: ElementIndex, trace?: Trace): void {
  nameLabelledSets(index, trace);
  nameTabsOfLists(index, trace);
  const named = new Set<Element>();
  for (const control of [
    ...index.named('button'),
    ...index.named('a'),
    ...index.named('li'),
    ...index.named('div'),
  ]) {
    const panel = isTab(control) || control.name === 'a' ? panelOf(control, index) : undefined;
    if (panel === undefined || named.has(panel)) continue;
    const caption = captionOf(control);
    if (!isCaption(caption)) continue;
    named.add(panel);
    silenceControl(control);
    nameTab(panel, caption, trace);
  }
  nameListedTabs(index, trace);
}
