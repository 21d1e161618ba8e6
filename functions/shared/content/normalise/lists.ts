import { type Element, isTag } from 'domhandler';

import {
  ancestor,
  elementBeside,
  type ElementIndex,
  makeSilent,
  setChildren,
} from '#shared/content/dom/element-edit.ts';

const listNames = ['ul', 'ol'] as const;
const maxLinkLevels = 6;

const isInLink = (list: Element): boolean =>
  ancestor(list, maxLinkLevels, ({ name, attribs }) => name === 'a' && 'href' in attribs) !== undefined;

/** Makes boxes of a list without text: the images of a card, which a slider moves, or one image. */
function unlist(list: Element): void {
  for (const child of list.children) if (isTag(child) && child.name === 'li') child.name = 'div';
  list.name = 'div';
}

const hasOneItem = ({ children }: Element): boolean =>
  children.filter((child) => isTag(child) && child.name === 'li').length === 1;

const isOneImage = (list: Element, index: ElementIndex): boolean =>
  hasOneItem(list) && index.holds(list, 'img');

/** Comments are longer, or hold their replies in lists. */
const maxItemCharacters = 500;

const isPoint = (list: Element, index: ElementIndex): boolean =>
  hasOneItem(list) &&
  index.textLength(list) <= maxItemCharacters &&
  !listNames.some((name) => index.firstIn(list, name) !== undefined);

/** Two lists may be about different things. */
const minSingleItems = 3;

/** The lists of one item each that follow one another, from a list on. */
function singleItemsFrom(list: Element, index: ElementIndex): readonly Element[] {
  const found: Element[] = [];
  const isAlike = (next: Element): boolean =>
    next.name === list.name && next.attribs['class'] === list.attribs['class'] && isPoint(next, index);
  for (
    let next: Element | undefined = list;
    next !== undefined && isAlike(next);
    next = elementBeside(next, 'next', { onlySpace: true })
  )
    found.push(next);
  return found;
}

/** Moves the items of the lists that follow into the first: editors write a list for each item. */
function joinSingleItems(list: Element, index: ElementIndex): void {
  const lists = singleItemsFrom(list, index);
  if (lists.length < minSingleItems) return;
  setChildren(
    list,
    lists.flatMap(({ children }) => children),
  );
  for (const other of lists.slice(1)) makeSilent(other);
}

/** Makes one list of points that have a list each, and no list of one image or of images side by side in a link. */
export function normalizeLists(index: ElementIndex): void {
  for (const name of listNames)
    for (const list of index.named(name)) {
      if (index.textLength(list) === 0 && (isInLink(list) || isOneImage(list, index))) unlist(list);
      else if (name === 'ul') joinSingleItems(list, index);
    }
}
