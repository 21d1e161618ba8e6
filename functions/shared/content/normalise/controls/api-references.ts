import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { becomeElement, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';

/** A method and a path (OpenAPI 3.1, Path Item Object): `GET /boats`. */
const operation = /^(?:get|put|post|delete|options|head|patch|trace)\s+\/\S/i;
/** A status code, a range of them or `default`, often with what it means (OpenAPI 3.1, Responses Object): `404 No such boat`. */
const response = /^(?:[1-5](?:\d\d|XX)|default)(?:\s|$)/;
/** Longer than a method, a status code and the white space around them. */
const maxSampleCharacters = 60;

/** The beginning of the texts of a button, with a space between those of two elements. */
function beginningOf({ children }: Element): string {
  let beginning = '';
  for (const child of children) {
    if (beginning.length >= maxSampleCharacters) break;
    if (isText(child)) beginning += child.data;
    else if (isTag(child)) beginning += ` ${beginningOf(child)} `;
  }
  return beginning.trimStart();
}

/** Whether a button opens an operation of a reference of an API: it begins with its method and its path. */
const isOperation = (button: Element): boolean => operation.test(beginningOf(button));
/** Whether a button begins with a status code or `default`. */
const isResponse = (button: Element): boolean => response.test(beginningOf(button));

/**
 * The buttons that are titles of operations and responses: Redoc and Swagger UI have them for what they open. Other pages may
 * have buttons that begin with a number or "default", so that responses stand beside operations.
 */
export function titlesOfApi(buttons: readonly Element[]): ReadonlySet<Element> {
  const operations = buttons.filter(isOperation);
  return new Set(operations.length === 0 ? [] : [...operations, ...buttons.filter(isResponse)]);
}

const space = (): ChildNode => newText(' ');

/** Makes a part of a line of a box and of the boxes inside. */
function putInLine(child: ChildNode): readonly ChildNode[] {
  if (!isTag(child)) return [child];
  setChildren(child, child.children.flatMap(putInLine));
  if (!isBlock(child)) return [child];
  child.name = 'span';
  return [space(), child, space()];
}

/** Makes one line of a title, whose parts are boxes beside each other. */
export function writeTitleOfApi(button: Element): void {
  const parts = button.children.flatMap(putInLine);
  becomeElement(
    button,
    'div',
    {},
    parts.flatMap((part) => [part, space()]),
  );
}
