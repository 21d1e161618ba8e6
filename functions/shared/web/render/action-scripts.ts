import { domReaders, heightOfPage } from './page-scripts.ts';

// Scripts of actions that look for elements, as text (see page-scripts.ts). They run in the isolated world.

/** What a script found: how many elements match, -1 for an invalid selector. */
export interface FoundElements {
  readonly count: number;
}

export interface ClickTarget extends FoundElements {
  /** CSS pixels in the window. Absent where no pointer reaches the element: it is hidden or covered. */
  readonly point?: { readonly x: number; readonly y: number };
}

const withElements = (selector: string, body: string): string => String.raw`(() => {
  ${domReaders}
  const rectOf = reader(Element, 'getBoundingClientRect');
  let found;
  try {
    found = within[9](document, ${JSON.stringify(selector)});
  } catch {
    return { count: -1 };
  }
  const count = found.length;
  ${body}
})()`;

/** How many elements match and are shown: what is transparent or outside the window counts, too. */
export const countShown = (selector: string): string =>
  withElements(
    selector,
    `const isVisible = reader(Element, 'checkVisibility');
  return { count: [...found].filter((element) => { const { width, height } = rectOf(element); return width > 0 && height > 0 && isVisible(element, { visibilityProperty: true }); }).length };`,
  );

/** Brings an element into view and says where a pointer hits it. */
export const pointAt = (selector: string, index: number): string =>
  withElements(
    selector,
    `const element = found[${index}];
  if (!element) return { count };
  reader(Element, 'scrollIntoView')(element, { block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = rectOf(element);
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = width > 0 && height > 0 ? reader(Document, 'elementFromPoint')(document, x, y) : null;
  return hit && reader(Node, 'contains')(element, hit) ? { count, point: { x, y } } : { count };`,
  );

/** Clicks an element that no pointer reaches. */
export const clickHidden = (selector: string, index: number): string =>
  withElements(
    selector,
    `const element = found[${index}];
  if (element) reader(EventTarget, 'dispatchEvent')(element, new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  return { count };`,
  );

/** Scrolls an element by its height. */
export const scrollElement = (selector: string, direction: 1 | -1): string =>
  withElements(
    selector,
    `const element = found[0];
  if (element) reader(Element, 'scrollBy')(element, { top: ${direction} * reader(Element, 'clientHeight')(element), behavior: 'instant' });
  return { count };`,
  );

/** Scrolls the page, or the element that scrolls in its place, by the height that is shown. */
export const scrollPage = (direction: 1 | -1): string => String.raw`(() => {
  ${domReaders}
  ${heightOfPage}
  const inner = scroller();
  if (inner) reader(Element, 'scrollBy')(inner, { top: ${direction} * clientHeight(inner), behavior: 'instant' });
  else scrollBy({ top: ${direction} * innerHeight, behavior: 'instant' });
})()`;

/** Whether text that is typed would go into a field. What is in a frame cannot be seen from here. */
export const isFieldFocused = String.raw`(() => {
  ${domReaders}
  const activeIn = { 9: reader(Document, 'activeElement'), 11: reader(ShadowRoot, 'activeElement') };
  let element = activeIn[9](document);
  for (let depth = 0; element && depth < 5; depth += 1) {
    const shadow = shadowRootOf(element);
    const inner = shadow ? activeIn[11](shadow) : null;
    if (!inner) break;
    element = inner;
  }
  return Boolean(element) && matches(element, 'textarea, iframe, frame, input:not([type="button" i], [type="submit" i], [type="checkbox" i], [type="radio" i], [type="file" i], [type="image" i], [type="reset" i], [type="range" i], [type="color" i]), [contenteditable]:not([contenteditable="false" i]), [contenteditable]:not([contenteditable="false" i]) *');
})()`;
