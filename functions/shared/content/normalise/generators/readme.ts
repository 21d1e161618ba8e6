import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { labelledLanguage } from '#shared/content/normalise/code/code-language.ts';
import { lineOf, partOf } from './parts.ts';

/** Names the languages of code, which only the buttons of a set tell before its script has run. The name of a single block may be no more. */
function nameLanguages(set: Element): void {
  const buttons = partOf(set, 'codetabs-toolbar')?.children.filter(isTag) ?? [];
  const blocks = partOf(set, 'codetabs-inner')?.children.filter(isTag) ?? [];
  for (const [at, block] of blocks.entries()) {
    const language = buttons[at]?.attribs['value'] ?? '';
    const code = findElement(block, ({ name }) => name === 'code');
    if (code !== undefined && /^[\w+#-]+$/.test(language)) code.attribs = { class: `language-${language}` };
  }
  const [button, ...others] = buttons;
  if (button !== undefined && others.length === 0 && labelledLanguage(lineOf(button)) !== undefined)
    makeSilent(button);
}

/** Gives the tabs of a set their roles (WAI-ARIA 1.2, section 5.3.4); the page holds the open panel only. */
function markTabs(set: Element): void {
  const list = partOf(set, 'tabgroup-nav');
  const panel = partOf(set, 'tabcontent');
  if (list === undefined || panel === undefined) return;
  list.attribs['role'] = 'tablist';
  panel.attribs['role'] = 'tabpanel';
  for (const tab of list.children.filter(isTag)) {
    const isOpen = classesOf(tab).includes('tabgroup-tab_active');
    tab.attribs = { role: 'tab', 'aria-selected': String(isOpen) };
  }
}

/** Makes a link with its title of the preview of a page. */
function writePreview(box: Element): void {
  const href = partOf(box, 'embed-link')?.attribs['href'];
  const title = lineOf(partOf(box, 'embed-title')) || lineOf(partOf(box, 'embed-provider'));
  if (href !== undefined && title !== '')
    becomeElement(box, 'p', {}, [newElement('a', { href }, [newText(title)])]);
}

/** Brings code, previews and notes of ReadMe to the form of others. Returns whether the page has any of its texts. */
export function readReadMe(index: ElementIndex): boolean {
  const boxes = index.named('div');
  if (!boxes.some((box) => hasClass(box, 'markdown-body'))) return false;
  for (const set of index.outermost(boxes.filter((box) => classesOf(box).includes('codetabs'))))
    nameLanguages(set);
  for (const set of index.outermost(boxes.filter((box) => classesOf(box).includes('tabgroup'))))
    markTabs(set);
  for (const box of index.outermost(boxes.filter((each) => hasClass(each, 'embed')))) writePreview(box);
  for (const diagram of index.named('pre'))
    if (hasClass(diagram, 'mermaid-render')) diagram.attribs = { class: 'language-mermaid' };
  for (const notes of index.named('section')) {
    const heading = notes.children.find(isTag);
    if ('data-footnotes' in notes.attribs && heading?.name === 'h2') makeSilent(heading);
  }
  return true;
}
