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

/** Brings an element into view and says where a pointer hits it, or its label. */
export const pointAt = (selector: string, index: number): string =>
  withElements(
    selector,
    `const element = found[${index}];
  if (!element) return { count };
  reader(Element, 'scrollIntoView')(element, { block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = rectOf(element);
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = width > 0 && height > 0 ? reader(Document, 'elementFromPoint')(document, x, y) : null;
  const nearest = hit && reader(Element, 'closest')(hit, 'label, a, button, input, select, textarea');
  const isLabel = nearest && localName(nearest) === 'label' && reader(HTMLLabelElement, 'control')(nearest) === element;
  return hit && (isLabel || reader(Node, 'contains')(element, hit)) ? { count, point: { x, y } } : { count };`,
  );

/** Clicks an element that no pointer reaches: with the events of a pointer, and the focus. */
export const clickHidden = (selector: string, index: number): string =>
  withElements(
    selector,
    `const element = found[${index}];
  if (!element) return { count };
  const { left, top, width, height } = rectOf(element);
  const place = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, clientX: left + width / 2, clientY: top + height / 2 };
  const pointer = { ...place, detail: 0, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  const send = (event) => reader(EventTarget, 'dispatchEvent')(element, event);
  send(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  // As in browsers, a page that prevents the press keeps the focus where it is.
  const isPressed = send(new MouseEvent('mousedown', { ...place, buttons: 1 }));
  const focusable = isPressed ? reader(Element, 'closest')(element, 'input, textarea, select, button, a[href], summary, iframe, [tabindex], [contenteditable]:not([contenteditable="false" i])') : null;
  if (focusable instanceof HTMLElement) reader(HTMLElement, 'focus')(focusable, { preventScroll: true });
  send(new PointerEvent('pointerup', pointer));
  send(new MouseEvent('mouseup', place));
  send(new MouseEvent('click', place));
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

/** The element that has the focus, also inside shadow trees. */
const focused = String.raw`
  const activeIn = { 9: reader(Document, 'activeElement'), 11: reader(ShadowRoot, 'activeElement') };
  const focusedElement = () => {
    let element = activeIn[9](document);
    for (let depth = 0; element && depth < 5; depth += 1) {
      const shadow = shadowRootOf(element);
      const inner = shadow ? activeIn[11](shadow) : null;
      if (!inner) break;
      element = inner;
    }
    return element;
  };
  const valueOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
`;

const isOfType = (types: readonly string[]): string => types.map((type) => `[type="${type}" i]`).join(', ');

const dated = isOfType(['date', 'datetime-local', 'month', 'time', 'week']);
const notTyped = isOfType([
  'button',
  'submit',
  'checkbox',
  'radio',
  'file',
  'image',
  'reset',
  'range',
  'color',
]);

/**
 * What has the focus: `date` for a field whose value is a date or a time, which keys write by parts, `list` for one to
 * choose from, `other` for an element that takes no text.
 */
export interface FocusedField {
  readonly kind: 'none' | 'readonly' | 'date' | 'list' | 'text' | 'other';
  /** The name of the element. */
  readonly name: string;
}

/** Pages may name their elements as they like. */
const maxNameCharacters = 40;

/** Whether text that is typed would go into a field. What is in a frame cannot be seen from here. */
export const focusedField = String.raw`(() => {
  ${domReaders}
  ${focused}
  const element = focusedElement();
  const name = element ? localName(element).slice(0, ${maxNameCharacters}) : '';
  const isField = element && matches(element, 'textarea, iframe, frame, input:not(${notTyped}), [contenteditable]:not([contenteditable="false" i]), [contenteditable]:not([contenteditable="false" i]) *');
  const kindOf = () => {
    if (!element) return 'none';
    if (!isField && (name === 'body' || name === 'html')) return 'none';
    if (!isField) return element instanceof HTMLSelectElement ? 'list' : 'other';
    if (matches(element, 'input:read-only, textarea:read-only')) return 'readonly';
    return matches(element, 'input:is(${dated})') ? 'date' : 'text';
  };
  return { kind: kindOf(), name };
})()`;

export interface FocusedMatch extends FoundElements {
  /** Whether the focus is in the first element that matches, in the field of its label, or in the editor around it. */
  readonly hasFocus: boolean;
}

/** Whether the first element that matches has the focus. */
export const focusIn = (selector: string): string =>
  withElements(
    selector,
    `const element = found[0];
  // In the tree that selectors see, a component stands for the field inside it.
  const active = reader(Document, 'activeElement')(document);
  if (!element || !active) return { count, hasFocus: false };
  const label = reader(Element, 'closest')(element, 'label');
  const isOfLabel = label && reader(HTMLLabelElement, 'control')(label) === active;
  const isInEditor = active instanceof HTMLElement && reader(HTMLElement, 'isContentEditable')(active) && contains(active, element);
  return { count, hasFocus: Boolean(contains(element, active) || isOfLabel || isInEditor) };`,
  );

/** Events of a field whose value the visitor has chosen. */
const sendChosen = String.raw`
  const sendChosen = (element) => {
    for (const type of ['input', 'change'])
      reader(EventTarget, 'dispatchEvent')(element, new Event(type, { bubbles: true, composed: type === 'input' }));
  };
`;

/** Chooses the option with this text, or else with this value, in the focused list. Returns false if the list has no such option. */
export const chooseOption = (text: string): string => String.raw`(() => {
  ${domReaders}
  ${focused}
  ${sendChosen}
  const element = focusedElement();
  if (!(element instanceof HTMLSelectElement)) return false;
  const tidy = (text) => text.replace(/\s+/g, ' ').trim();
  const options = [...within[1](element, 'option:enabled')];
  const wanted = tidy(${JSON.stringify(text)});
  const label = reader(HTMLOptionElement, 'label');
  const value = reader(HTMLOptionElement, 'value');
  const option = options.find((each) => tidy(label(each)) === wanted) ?? options.find((each) => value(each) === wanted);
  if (!option) return false;
  Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected').set.call(option, true);
  sendChosen(element);
  return true;
})()`;

/** Gives the date field that has the focus its value, as choosing one does. False if it takes no such value. */
export const chooseDate = (text: string): string => String.raw`(() => {
  ${domReaders}
  ${focused}
  ${sendChosen}
  const element = focusedElement();
  if (!element || localName(element) !== 'input') return false;
  const before = valueOf.get.call(element);
  valueOf.set.call(element, ${JSON.stringify(text)});
  if (valueOf.get.call(element) === '') {
    valueOf.set.call(element, before);
    return false;
  }
  sendChosen(element);
  return true;
})()`;
