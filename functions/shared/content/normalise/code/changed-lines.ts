import type { Element } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { isLine } from './code-parts.ts';

/** What a diff writes at the beginning of a line that is removed or added. */
export type ChangeSign = '-' | '+';

const removedName = /(?:^|-)(?:del|deleted|deletion|removed?)(?:$|-)/;
const addedName = /(?:^|-)(?:ins|inserted|insertion|add|added|addition)(?:$|-)/;

/** How the classes of a line say that it is changed: `line diff remove` (Shiki), `ec-line highlight ins` (Expressive Code). */
export function changeOf(element: Element): ChangeSign | undefined {
  if (!isLine(element)) return undefined;
  const classes = classesOf(element);
  const isRemoved = classes.some((name) => removedName.test(name));
  const isAdded = classes.some((name) => addedName.test(name));
  if (isRemoved === isAdded) return undefined;
  return isRemoved ? '-' : '+';
}

/** The lines of a text as those of a diff; `undefined` where none is changed, or the changed ones have their signs. */
export function diffOf(text: string, changes: ReadonlyMap<number, ChangeSign>): string | undefined {
  const lines = text.split('\n');
  if ([...changes].every(([at, sign]) => lines[at]?.startsWith(sign) === true)) return undefined;
  return lines.map((line, at) => `${changes.get(at) ?? (line === '' ? '' : ' ')}${line}`).join('\n');
}
