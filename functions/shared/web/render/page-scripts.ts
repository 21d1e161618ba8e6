// Scripts that run inside pages, as text: a compiled function would need the bundler's helpers, which pages do not
// have. Scripts that read a page run in an isolated world, where the page has replaced nothing; those that change its
// environment run in the page's own.

/**
 * Runs before any script of a frame or a worker: removes the interfaces that would open connections past the proxy,
 * with all that belongs to them.
 */
export const withoutOtherConnections = String.raw`(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/^(?:webkit)?RTC|^WebTransport|^WebSocket(?:Stream|Error)$/.test(name)) delete globalThis[name];
})()`;

/** Runs before any script of the page, in every frame. Service workers would outlive the page. */
export const beforePage = String.raw`${withoutOtherConnections};
(() => {
  if (globalThis.ServiceWorkerContainer)
    ServiceWorkerContainer.prototype.register = function register() {
      return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
    };
})()`;

/** Properties that a browser with a window has and a headless one lacks. */
export const likeABrowserWithAWindow = String.raw`(() => {
  if (!globalThis.chrome) globalThis.chrome = { app: { isInstalled: false }, runtime: {}, csi() {}, loadTimes() {} };
  // A headless browser has 'denied' here and 'prompt' in navigator.permissions.
  if (globalThis.Notification) Object.defineProperty(Notification, 'permission', { get: () => 'default', configurable: true });
  for (const [name, extra] of [['outerWidth', 0], ['outerHeight', 85]])
    Object.defineProperty(globalThis, name, { get: () => globalThis[name.replace('outer', 'inner')] + extra, configurable: true });
})()`;

/**
 * Properties and methods as their prototypes have them. Forms and documents have, before their own, what their
 * fields and images are named: `<input name="matches">` hides a form's `matches`.
 */
export const domReaders = String.raw`
  const reader = ({ prototype }, name) => {
    const { get, value } = Object.getOwnPropertyDescriptor(prototype, name);
    return get ? (node) => get.call(node) : (node, ...given) => value.call(node, ...given);
  };
  const nodeType = reader(Node, 'nodeType');
  const textContent = reader(Node, 'textContent');
  const childNodes = reader(Node, 'childNodes');
  const hasChildNodes = reader(Node, 'hasChildNodes');
  const matches = reader(Element, 'matches');
  const localName = reader(Element, 'localName');
  const namespaceURI = reader(Element, 'namespaceURI');
  const shadowRootOf = reader(Element, 'shadowRoot');
  const outerHTML = reader(Element, 'outerHTML');
  const innerText = reader(HTMLElement, 'innerText');
  const contentDocuments = { iframe: reader(HTMLIFrameElement, 'contentDocument'), frame: reader(HTMLFrameElement, 'contentDocument') };
  const documentElement = reader(Document, 'documentElement');
  const bodyOf = reader(Document, 'body');
  const within = { 1: reader(Element, 'querySelectorAll'), 9: reader(Document, 'querySelectorAll'), 11: reader(DocumentFragment, 'querySelectorAll') };
  const elementsIn = (root) => within[nodeType(root)](root, '*');
  const contains = reader(Node, 'contains');
  const isHtml = (element) => namespaceURI(element) === 'http://www.w3.org/1999/xhtml';
  const isFrame = (element) => Object.hasOwn(contentDocuments, localName(element)) && isHtml(element);
  /** Null for a frame of another origin. */
  const documentOf = (frame) => contentDocuments[localName(frame)](frame);
`;

/** How many frames and shadow trees are read one inside the other: components of applications are often ten deep. */
const maxInnerTrees = 30;

/**
 * `scroller()`: the element that takes most of the window and scrolls inside it, as in applications with a frame of their
 * own; null when the document itself scrolls. `height()`: that of the window that would show everything.
 */
export const heightOfPage = String.raw`
  const scrollHeight = reader(Element, 'scrollHeight');
  const clientHeight = reader(Element, 'clientHeight');
  const documentHeight = () => documentElement(document) ? scrollHeight(documentElement(document)) : 0;
  const scroller = () => {
    if (documentHeight() > innerHeight) return null;
    const at = reader(Document, 'elementFromPoint')(document, innerWidth / 2, innerHeight / 2);
    for (let element = at; element; element = reader(Node, 'parentElement')(element)) {
      const shown = clientHeight(element);
      if (shown < innerHeight / 2 || shown === scrollHeight(element)) continue;
      if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
    }
    return null;
  };
  const height = () => {
    const inner = scroller();
    return inner ? innerHeight + scrollHeight(inner) - clientHeight(inner) : documentHeight();
  };
`;

/** What stands around the content of a page: menus, headers, footers, dialogs such as those for cookies, lists to choose from. */
const aroundContent = [
  'nav, aside, dialog, select',
  ':is(header, footer):not(:is(main, article) *)',
  ...['navigation', 'banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/** Ordinary pages have a few such parts; reading the text of each takes time. */
const maxPartsAround = 200;

/** `charactersOf(root)`: those that a document or a shadow tree shows, and those among them that are content. */
const charactersShown = String.raw`
  const isShown = reader(Element, 'checkVisibility');
  const shownText = (element) => isHtml(element) && isShown(element) ? innerText(element) : '';
  const outermost = (elements) => {
    const found = [];
    for (const element of elements) {
      if (found.length > 0 && contains(found.at(-1), element)) continue;
      if (found.push(element) === ${maxPartsAround}) break;
    }
    return found;
  };
  const charactersOf = (root) => {
    // A shadow root has no innerText, and a document at its start no body.
    const body = nodeType(root) === 9 ? bodyOf(root) : null;
    const text = (body ? innerText(body) : textContent(root))?.length ?? 0;
    const isTree = nodeType(root) === 11;
    const around = within[nodeType(root)](root, '${aroundContent}' + (isTree ? ', style, script' : ''));
    const read = isTree ? textContent : shownText;
    return { text, content: outermost(around).reduce((left, element) => left - read(element).length, text) };
  };
`;

/** CSS pixels: larger than advertisements and most players. */
const largeFrame = { width: 600, height: 400 };

/**
 * Measures the page: its state and the amount of its content, with shadow trees and frames of its origin. The first time
 * also begins to watch the document for changes, which frames and shadow trees are not part of.
 */
export const measurePage = String.raw`(() => {
  ${domReaders}
  ${heightOfPage}
  ${charactersShown}
  const changes = globalThis[Symbol.for('winnow.changes')] ??= (() => {
    const last = { atMs: performance.now() };
    const observer = new MutationObserver(() => { last.atMs = performance.now(); });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    return last;
  })();
  let elements = 0;
  let text = 0;
  let content = 0;
  let scripts = 0;
  let unreadFrames = 0;
  const box = reader(Element, 'getBoundingClientRect');
  const isVisible = reader(Element, 'checkVisibility');
  const isLarge = (element) => box(element).width >= ${largeFrame.width} && box(element).height >= ${largeFrame.height} && isVisible(element, { visibilityProperty: true, opacityProperty: true });
  const measure = (root, depth) => {
    const characters = charactersOf(root);
    text += characters.text;
    content += characters.content;
    for (const element of elementsIn(root)) {
      elements += 1;
      if (matches(element, 'script:not([type*="json" i]), meta[http-equiv="refresh" i], iframe[loading="lazy" i]')) scripts += 1;
      if (depth >= ${maxInnerTrees}) continue;
      const shadow = shadowRootOf(element);
      if (shadow) measure(shadow, depth + 1);
      if (!isFrame(element)) continue;
      const inner = documentOf(element);
      if (!inner && isLarge(element)) unreadFrames += 1;
      if (inner && documentElement(inner)) measure(inner, depth + 1);
    }
  };
  const root = documentElement(document);
  if (root) measure(document, 0);
  const state = reader(Document, 'readyState')(document);
  return { state, elements, text, content, scripts, unreadFrames, height: height(), unchangedMs: performance.now() - changes.atMs };
})()`;

/** Elements that show something without text. */
const pictures = 'img, svg, canvas, video, iframe, frame, object, embed, input[type="image" i]';

/** Whether a page without text shows something all the same: a picture, or what its styles draw, also in shadow trees. */
export const showsPicture = String.raw`(() => {
  ${domReaders}
  const rectOf = reader(Element, 'getBoundingClientRect');
  const isVisible = reader(Element, 'checkVisibility');
  const isPicture = (element) => matches(element, '${pictures}') && rectOf(element).width > 0 && rectOf(element).height > 0;
  const drawsImage = ({ backgroundImage, borderImageSource }) => backgroundImage !== 'none' || borderImageSource !== 'none';
  const drawsBeside = (element, part) => {
    const style = getComputedStyle(element, part);
    if (/^(?:none|normal)$/.test(style.content)) return false;
    return drawsImage(style) || !/^"\s*"$/.test(style.content);
  };
  const isDrawn = (element) =>
    isPicture(element) || drawsImage(getComputedStyle(element)) || drawsBeside(element, '::before') || drawsBeside(element, '::after');
  const isShownIn = (root, depth) => [...elementsIn(root)].some((element) => {
    if (isVisible(element, { visibilityProperty: true }) && isDrawn(element)) return true;
    const shadow = depth < ${maxInnerTrees} ? shadowRootOf(element) : null;
    return shadow ? isShownIn(shadow, depth + 1) : false;
  });
  return isShownIn(document, 0);
})()`;

export interface PageMeasure {
  readonly state: 'loading' | 'interactive' | 'complete';
  readonly elements: number;
  /** Characters shown. */
  readonly text: number;
  /** Those outside of menus, headers, footers, dialogs and lists to choose from. */
  readonly content: number;
  /** Elements that may change the page: scripts, refreshes, frames that load when they are in view. */
  readonly scripts: number;
  /** Large frames of other origins, whose text is not read. */
  readonly unreadFrames: number;
  /** CSS pixels. */
  readonly height: number;
  /** Since elements or texts of the document itself changed. */
  readonly unchangedMs: number;
}

/** Scrolls the page to this distance from its top, in CSS pixels. Returns its height as it is laid out now. */
export const scrollTo = (top: number): string => String.raw`(() => {
  ${domReaders}
  ${heightOfPage}
  const inner = scroller();
  scrollTo({ top: ${top}, behavior: 'instant' });
  if (inner) reader(Element, 'scrollTo')(inner, { top: ${top}, behavior: 'instant' });
  return height();
})()`;

/** How far the page, or the element that scrolls in its place, is scrolled from its top, in CSS pixels. */
export const measureScrolled = String.raw`(() => {
  ${domReaders}
  ${heightOfPage}
  const inner = scroller();
  return inner ? reader(Element, 'scrollTop')(inner) : scrollY;
})()`;

/** The height of the window that would show all of a page that scrolls inside one of its elements; 0 for other pages. */
export const measureHeightInside = String.raw`(() => {
  ${domReaders}
  ${heightOfPage}
  return scroller() ? height() : 0;
})()`;

export interface PageSnapshot {
  readonly url: string;
  /** Absent when the document is longer than the limit. */
  readonly html?: string;
}

/**
 * The document as text. It is copied into an inert one first: nothing there loads or runs while frames and
 * shadow trees, which serialising leaves out, are put in their places.
 */
export const snapshotPage = (maxCharacters: number): string => String.raw`(() => {
  ${domReaders}
  const inert = reader(Document, 'implementation')(document).createHTMLDocument('');
  const copyOf = (root, depth) => {
    const copy = inert.importNode(root, true);
    const copies = [...elementsIn(copy)];
    const place = (original, element) => {
      if (!element || depth >= ${maxInnerTrees}) return;
      const shadow = shadowRootOf(original);
      if (shadow) {
        const template = inert.createElement('template');
        template.setAttribute('shadowrootmode', shadow.mode);
        for (const child of childNodes(shadow))
          template.content.append(nodeType(child) === 1 ? copyOf(child, depth + 1) : inert.importNode(child, true));
        element.prepend(template);
      }
      const inner = isFrame(original) ? documentOf(original) : null;
      const body = inner && bodyOf(inner);
      if (body && hasChildNodes(body)) {
        const frame = inert.createElement('div');
        frame.append(...copyOf(body, depth + 1).childNodes);
        element.replaceWith(frame);
      }
    };
    elementsIn(root).forEach((original, index) => place(original, copies[index]));
    // Parsers drop everything but frames from a frameset.
    for (const element of copies.filter((element) => localName(element) === 'frameset' && isHtml(element))) {
      const box = inert.createElement(element.parentNode === copy && localName(copy) === 'html' ? 'body' : 'div');
      box.append(...childNodes(element));
      element.replaceWith(box);
    }
    if (shadowRootOf(root)) place(root, copy);
    return copy;
  };
  const root = documentElement(document);
  if (!root) return { url: location.href, html: '' };
  const type = reader(Document, 'doctype')(document);
  const html = (type ? '<!DOCTYPE ' + type.name + '>' : '') + outerHTML(copyOf(root, 0));
  return html.length > ${maxCharacters} ? { url: location.href } : { url: location.href, html };
})()`;
