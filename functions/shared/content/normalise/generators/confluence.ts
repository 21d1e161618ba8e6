import { type ChildNode, type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';

const inside = ({ children }: Element): readonly Element[] => children.filter(isTag);

/** Makes code of a box whose lines are elements; one line alone looks like code in a sentence. */
function writeCode(box: Element): void {
  const code = findElement(box, ({ name }) => name === 'code');
  if (code === undefined) return;
  const declared =
    findElement(box, ({ attribs }) => 'data-code-lang' in attribs)?.attribs['data-code-lang'] ?? '';
  const attribs: Record<string, string> = /^[a-z][\w+#-]*$/i.test(declared)
    ? { class: `language-${declared}` }
    : {};
  becomeElement(box, 'pre', {}, [newElement('code', attribs, code.children)]);
}

const kinds: Readonly<Record<string, string>> = { error: 'danger', custom: 'note' };

/** Names the kind of a panel, which its icon shows. */
function namePanel(panel: Element): void {
  const kind = panel.attribs['data-panel-type'] ?? '';
  for (const part of inside(panel)) if (hasClass(part, 'ak-editor-panel__icon')) makeSilent(part);
  panel.attribs = { 'data-callout': kinds[kind] ?? kind };
}

const isTaskList = ({ attribs }: Element): boolean => 'data-task-list-local-id' in attribs;

/** The tasks of a list. One that holds a list is no task: its list belongs to the task above it. */
function tasksIn(list: Element): readonly Element[] {
  const tasks: Element[] = [];
  for (const item of inside(list)) {
    const nested = isTaskList(item) ? item : inside(item).find(isTaskList);
    const above = tasks.at(-1);
    if (nested !== undefined) {
      const children = [newElement('ul', {}, [...tasksIn(nested)])];
      if (above === undefined) tasks.push(newElement('li', {}, children));
      else becomeElement(above, 'li', {}, [...above.children, ...children]);
      continue;
    }
    const box = findElement(item, ({ attribs }) => attribs['type'] === 'checkbox');
    const text = findElement(item, ({ attribs }) => attribs['data-component'] === 'content') ?? item;
    const state = {
      type: 'checkbox',
      ...(box !== undefined && 'checked' in box.attribs ? { checked: '' } : {}),
    };
    tasks.push(newElement('li', {}, [newElement('input', state, []), newText(' '), ...text.children]));
  }
  return tasks;
}

/** Makes a text that opens at a click one with a summary; its title stands in a button. */
function writeExpand(box: Element): void {
  const title = (box.attribs['data-title'] ?? '').trim();
  const wrapper = inside(box)
    .flatMap(inside)
    .find((part) => hasClass(part, 'expand-content-wrapper'));
  const content: readonly ChildNode[] = wrapper?.children ?? [];
  if (title === '') becomeElement(box, 'div', {}, [...content]);
  else becomeElement(box, 'details', {}, [newElement('summary', {}, [newText(title)]), ...content]);
}

/** The empty corner above the numbers of rows is a heading as the cells beside it are. */
function raiseCorner(row: Element): void {
  const [corner, ...cells] = inside(row);
  if (corner?.name !== 'td' || !hasClass(corner, 'ak-renderer-table-number-column')) return;
  if (cells.length > 0 && cells.every(({ name }) => name === 'th')) corner.name = 'th';
}

const isExpand = ({ attribs }: Element): boolean =>
  /^(?:nestedE|e)xpand$/.test(attribs['data-node-type'] ?? '');

/** Brings code, panels, tasks and texts that open of Confluence Cloud to the form of others. Returns whether the page is by it. */
export function readConfluence(index: ElementIndex): boolean {
  const boxes = index.named('div');
  if (!boxes.some((box) => hasClass(box, 'ak-renderer-document'))) return false;
  for (const box of index.outermost(boxes.filter((each) => hasClass(each, 'code-block')))) writeCode(box);
  for (const list of index.outermost(boxes.filter(isTaskList)))
    becomeElement(list, 'ul', {}, [...tasksIn(list)]);
  for (const box of boxes)
    if (box.name === 'div' && 'data-panel-type' in box.attribs) namePanel(box);
    else if (box.name === 'div' && isExpand(box)) writeExpand(box);
  for (const row of index.named('tr')) raiseCorner(row);
  return true;
}
