import { type Element, isTag, isText } from 'domhandler';

import { ancestor, classesOf, makeSilent, nodeBeside } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const isIconFont = (element: Element): boolean =>
  element.children.length <= 1 &&
  classesOf(element).some((name) =>
    /^(?:fa|fas|far|fab|icon|material-icons(?:-\w+)?|material-symbols-\w+|glyphicon|mdi|bi)$/.test(name),
  );

const onlyArrow = /^\s*[←→↑↓↗↘⟶➔➜›»▸▶❯]\s*$/u;
const maxArrowLevels = 3;
const maxLinkCharacters = 300;
const isLinkOrButton = ({ name }: Element): boolean => name === 'a' || name === 'button';

/** Whether nothing is shown before or behind an element in the link around it. */
function isAtEdge(element: Element, link: Element, side: 'prev' | 'next'): boolean {
  for (let at: Element = element; at !== link; at = at.parent) {
    if (nodeBeside(at, side) !== null || at.parent === null || !isTag(at.parent)) return false;
  }
  return true;
}

/** Whether an arrow decorates the words of a link, before or behind them: screen readers skip it. Elsewhere, it may tell or separate. */
function isArrow(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true' || !onlyArrow.test(rawText(element, 4))) return false;
  const link = ancestor(element, maxArrowLevels, isLinkOrButton);
  return (
    link !== undefined &&
    (isAtEdge(element, link, 'prev') || isAtEdge(element, link, 'next')) &&
    /\p{L}/u.test(rawText(link, maxLinkCharacters))
  );
}

/** Removes an arrow, or the name of an icon ("arrow_forward"), which an icon font shows as an image. */
export function dropIcon(element: Element): void {
  if (isArrow(element)) return makeSilent(element);
  if (!isIconFont(element)) return;
  const [child] = element.children;
  if (child === undefined || (isText(child) && /^\s*(?:[\w-]{1,30}|[\ue000-\uf8ff]+)\s*$/.test(child.data)))
    makeSilent(element);
}
