import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';

const checkbox = (isDone: boolean): Record<string, string> => ({
  type: 'checkbox',
  ...(isDone ? { checked: '' } : {}),
});

/** Confluence has the state of a task in the class of its item. */
function addCheckbox(item: Element): void {
  const box = newElement('input', checkbox(classesOf(item).includes('checked')), []);
  setChildren(item, [box, ...item.children]);
}

/** Exports of Notion begin a task with an empty box that has the state in its class. */
function drawCheckbox(item: Element): void {
  const box = item.children.find(isTag);
  const names = box === undefined ? [] : classesOf(box);
  const isDone = names.includes('checkbox-on');
  if (box?.children.length === 0 && (isDone || names.includes('checkbox-off')))
    becomeElement(box, 'input', checkbox(isDone), []);
}

const systems: ReadonlyMap<string, (item: Element) => void> = new Map([
  ['inline-task-list', addCheckbox],
  ['to-do-list', drawCheckbox],
]);

/** Writes the states of tasks as checkboxes, as GitHub does. */
export function normalizeTasks(index: ElementIndex): void {
  for (const list of index.named('ul'))
    for (const name of classesOf(list)) {
      const write = systems.get(name);
      if (write === undefined) continue;
      for (const item of list.children) if (isTag(item) && item.name === 'li') write(item);
    }
}
