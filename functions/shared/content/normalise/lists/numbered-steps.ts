import { type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const minSteps = 2;
/** Longer than a number with the white space around it. */
const numberSample = 40;

/** The element that begins a step with no more than its number. */
function numberIn(step: Element, number: number): Element | undefined {
  for (const child of step.children) {
    if (!isTag(child)) {
      if ('data' in child && child.data.trim() !== '') return undefined;
      continue;
    }
    const text = rawText(child, numberSample).trim();
    if (text === '') continue;
    return text === String(number) ? child : numberIn(child, number);
  }
  return undefined;
}

/** Turns lists by their roles whose items show their numbers themselves, as steps of a guide do, into lists. */
export function listNumberedSteps(index: ElementIndex): void {
  for (const list of index.all) {
    if (list.attribs['role'] !== 'list') continue;
    const steps = list.children.filter(isTag);
    if (steps.length < minSteps || steps.some(({ attribs }) => attribs['role'] !== 'listitem')) continue;
    const numbers = steps.map((step, at) => numberIn(step, at + 1));
    if (numbers.includes(undefined)) continue;
    for (const number of numbers) if (number !== undefined) makeSilent(number);
    for (const step of steps) becomeElement(step, 'li', step.attribs, step.children);
    becomeElement(list, 'ol', list.attribs, list.children);
  }
}
