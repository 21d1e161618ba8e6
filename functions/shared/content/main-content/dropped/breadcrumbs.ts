import { type ChildNode, type Element, isTag } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { remembered } from '#shared/kernel/remembered.ts';

const isTrailName = remembered((names): boolean =>
  /(?:^|[\s_/-])bread-?crumbs?(?:$|[\s_-])|breadcrumblist/i.test(names),
);
/** Whole pages are inside elements that are named after the trail which they begin with. */
const maxCharacters = 300;

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
const isLink = ({ name, attribs }: Element): boolean => name === 'a' && attribs['href'] !== undefined;

function isTrail(element: Element): boolean {
  const { class: names = '', itemtype = '', 'aria-label': label = '' } = element.attribs;
  return (
    isTrailName(`${names} ${itemtype} ${label}`) &&
    rawText(element, maxCharacters + 1).trim().length <= maxCharacters &&
    findElement(element, isLink) !== undefined &&
    findElement(element, isHeading) === undefined
  );
}

/** The elements that say where the page is in its site, by names or microdata. The model sees them: the text begins after them. */
export function breadcrumbs(tree: BlockTree): readonly ChildNode[] {
  const found: ChildNode[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = elementAt(tree, node);
    if (element !== undefined && isTag(element) && isTrail(element)) found.push(element);
  }
  return found;
}
