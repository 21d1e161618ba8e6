import { type Element, isTag, isText } from 'domhandler';

import { classesOf, type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';

/** Names of Font Awesome, Bootstrap Icons, Dashicons, Material Design Icons and Glyphicons. */
const checked =
  /^(?:fa|bi|mdi|icon|ion|ti|dashicons|glyphicon)-(?:check|check-circle|circle-check|check-lg|square-check|ok|yes|tick)$/;
const crossed =
  /^(?:fa|bi|mdi|icon|ion|ti|dashicons|glyphicon)-(?:xmark|times|x|x-lg|close|remove|no|cross|circle-xmark|times-circle)$/;

/** A cell holds its icon in a box or two. */
const maxElements = 3;

/** The only icon that a cell consists of. */
function onlyIcon(cell: Element): Element | undefined {
  let element = cell;
  for (let level = 0; level < maxElements; level++) {
    const [first, ...others] = element.children.filter((child) => !isText(child) || child.data.trim() !== '');
    if (first === undefined) return element === cell ? undefined : element;
    // A link or a button removes something.
    if (!isTag(first) || others.length > 0 || first.name === 'a' || first.name === 'button') return undefined;
    element = first;
  }
  return element.children.length === 0 ? element : undefined;
}

/** Writes what an icon font shows in cells of a table that hold nothing else: ✓ and ✗. */
export function writeIconMarks(index: ElementIndex): void {
  for (const cell of index.named('td')) {
    if (index.textLength(cell) > 0) continue;
    const icon = onlyIcon(cell);
    const names = icon === undefined ? [] : classesOf(icon);
    if (names.some((name) => checked.test(name))) setChildren(cell, [newText('✓')]);
    else if (names.some((name) => crossed.test(name))) setChildren(cell, [newText('✗')]);
  }
}
