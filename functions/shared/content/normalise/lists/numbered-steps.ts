import { type Element, isTag, isText } from 'domhandler';

import { becomeElement, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const minSteps = 2;
/** Longer than a number with the white space around it. */
const numberSample = 40;

/** The element that begins a step with no more than its number. */
function numberIn(step: Element, number: number): Element | undefined {
  for (const child of step.children) {
    if (isText(child) && child.data.trim() !== '') return undefined;
    if (!isTag(child)) continue;
    const text = rawText(child, numberSample).trim();
    if (text !== '') return text === String(number) ? child : numberIn(child, number);
  }
  return undefined;
}

/** Turns boxes with the role of a list, each of which shows its number as the steps of a guide do, into a list. */
export function listNumberedSteps(index: ElementIndex): void {
  for (const list of index.all) {
    if (list.attribs['role'] !== 'list') continue;
    const steps = list.children.filter(isTag);
    if (steps.length < minSteps || steps.some(({ attribs }) => attribs['role'] !== 'listitem')) continue;
    const numbers = steps.flatMap((step, at) => numberIn(step, at + 1) ?? []);
    if (numbers.length !== steps.length) continue;
    for (const number of numbers) makeSilent(number);
    for (const step of steps) becomeElement(step, 'li', step.attribs, step.children);
    becomeElement(list, 'ol', list.attribs, list.children);
  }
}
