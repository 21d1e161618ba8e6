import type { Element } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { isLine } from './code-parts.ts';

/** What a diff writes at the beginning of a line that is removed or added. */
export type ChangeSign = '-' | '+';

/** A change is the whole name, or stands behind what is changed: `remove`, `line-remove`, `code-block-diff-remove-line`, `blob-code-deletion`. */
const removedName = /^(?:(?:[a-z]+-)*(?:block|code|diff|line)-)?(?:del|deleted|deletion|removed?)(?:-line)?$/;
const addedName =
  /^(?:(?:[a-z]+-)*(?:block|code|diff|line)-)?(?:ins|inserted|insertion|add|added|addition)(?:-line)?$/;

/** How the classes of a line say that it is changed: `line diff remove` (Shiki), `ec-line highlight ins` (Expressive Code). */
export function changeOf(element: Element): ChangeSign | undefined {
  if (!isLine(element)) return undefined;
  const classes = classesOf(element);
  const isRemoved = classes.some((name) => removedName.test(name));
  const isAdded = classes.some((name) => addedName.test(name));
  if (isRemoved === isAdded) return undefined;
  return isRemoved ? '-' : '+';
}

/** Languages whose lines have the signs of their changes. */
const languageOfDiffs = /^(?:u?diff|patch)(?:-|$)/;

/**
 * Whether the changed lines have their signs. Lines of other languages may begin with a hyphen that is no sign (YAML,
 * SQL), but not with a plus.
 */
function haveSigns(
  lines: readonly string[],
  changes: ReadonlyMap<number, ChangeSign>,
  language: string | undefined,
): boolean {
  const changed = [...changes].filter(([at]) => lines[at] !== '');
  return (
    changed.length > 0 &&
    changed.every(([at, sign]) => lines[at]?.startsWith(sign) === true) &&
    (language === undefined || changed.some(([, sign]) => sign === '+'))
  );
}

/** The lines of a text as those of a diff; `undefined` where none is changed, or the changed ones have their signs. */
export function diffOf(
  text: string,
  changes: ReadonlyMap<number, ChangeSign>,
  language: string | undefined,
): string | undefined {
  if (changes.size === 0 || (language !== undefined && languageOfDiffs.test(language))) return undefined;
  const lines = text.split('\n');
  if (haveSigns(lines, changes, language)) return undefined;
  return lines.map((line, at) => `${changes.get(at) ?? (line === '' ? '' : ' ')}${line}`).join('\n');
}
