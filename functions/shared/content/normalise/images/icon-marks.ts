import { type Element, isTag, isText } from 'domhandler';

import { classesOf, type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { spokenText } from './spoken-images.ts';

/** Names of Font Awesome, Bootstrap Icons, Dashicons, Material Design Icons and Glyphicons. */
const checked =
  /^(?:fa|bi|mdi|icon|ion|ti|dashicons|glyphicon)-(?:check|check-circle|circle-check|check-lg|square-check|ok|yes|tick)$/;
const crossed =
  /^(?:fa|bi|mdi|icon|ion|ti|dashicons|glyphicon)-(?:xmark|times|x|x-lg|close|remove|no|cross|circle-xmark|times-circle)$/;

/** A cell holds its icon in a box or two. */
const maxElements = 3;

/** The only icon that a cell consists of. */
function onlyIcon(cell: Element, index: ElementIndex): Element | undefined {
  let element = cell;
  for (let level = 0; level < maxElements; level++) {
    if (element.name === 'svg' || spokenText(element, index) !== '') return element;
    const [first, ...others] = element.children.filter((child) => !isText(child) || child.data.trim() !== '');
    if (first === undefined) return element === cell ? undefined : element;
    // A link or a button removes something.
    if (!isTag(first) || others.length > 0 || first.name === 'a' || first.name === 'button') return undefined;
    element = first;
  }
  return element.children.length === 0 ? element : undefined;
}

function markOf(icon: Element, index: ElementIndex): string {
  const names = classesOf(icon);
  if (names.some((name) => checked.test(name))) return '✓';
  return names.some((name) => crossed.test(name)) ? '✗' : spokenText(icon, index);
}

/** Writes what an icon shows in cells of a table that hold nothing else: ✓ and ✗ of icon fonts, the label of others. */
export function writeIconMarks(index: ElementIndex): void {
  for (const cell of index.named('td')) {
    const icon = onlyIcon(cell, index);
    const mark = icon === undefined ? '' : markOf(icon, index);
    if (mark !== '') setChildren(cell, [newText(mark)]);
  }
}
