import { type Element, isTag } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

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

/** Icons of Font Awesome that Asciidoctor writes before a task, and whether it is done. */
const taskIcons: ReadonlyMap<string, boolean> = new Map([
  ['fa-check-square-o', true],
  ['fa-square-o', false],
]);

/** Asciidoctor begins the first paragraph of a task with an icon that has the state in its class. */
function drawIcon(item: Element): void {
  const paragraph = item.children.find(isTag);
  const icon = paragraph?.children.find(isTag);
  if (paragraph === undefined || icon?.name !== 'i') return;
  const state = classesOf(icon).find((name) => taskIcons.has(name));
  if (state === undefined) return;
  becomeElement(icon, 'input', checkbox(taskIcons.get(state) === true), []);
  // A checkbox in a paragraph is written on a line of its own.
  becomeElement(paragraph, 'span', {}, paragraph.children);
}

const systems: ReadonlyMap<string, (item: Element) => void> = new Map([
  ['inline-task-list', addCheckbox],
  ['to-do-list', drawCheckbox],
  ['checklist', drawIcon],
]);

const namesIngredient = /ingredient/i;
/** From the checkbox to the item. */
const maxItemLevels = 4;
/** The text beside a checkbox for those who do not see it; nothing or the drawing of a box. */
const drawnBox = /^[\s▢☐□◻]*$/u;
const maxBoxCharacters = 5;

/** Whether an element is an item of a list that names it an ingredient. */
const isIngredient = ({ name, attribs }: Element): boolean =>
  name === 'li' && namesIngredient.test(`${attribs['class'] ?? ''} ${attribs['itemprop'] ?? ''}`);

const isCheckbox = ({ name, attribs }: Element): boolean =>
  name === 'input' && attribs['type'] === 'checkbox';

/** Drops the boxes that cooks tick beside the ingredients of a recipe: an ingredient is no task. */
function dropBoxesOfIngredients(index: ElementIndex): void {
  for (const box of index.named('input')) {
    if (!isCheckbox(box) || ancestor(box, maxItemLevels, isIngredient) === undefined) continue;
    const drawing = elementBeside(box, 'next', { onlySpace: true });
    makeSilent(box);
    if (drawing?.name === 'label' && drawnBox.test(rawText(drawing, maxBoxCharacters))) makeSilent(drawing);
  }
}

/** Writes the states of tasks as checkboxes, as GitHub does, and drops the checkboxes of ingredients, which are no tasks. */
export function normalizeTasks(index: ElementIndex): void {
  dropBoxesOfIngredients(index);
  for (const list of index.named('ul'))
    for (const name of classesOf(list)) {
      const write = systems.get(name);
      if (write === undefined) continue;
      for (const item of list.children) if (isTag(item) && item.name === 'li') write(item);
    }
}
