// What runs inside pages, as text: a compiled function would bring the bundler's own helpers, which pages do
// not have. All but `beforePage` run in an isolated world, where a page has replaced nothing.

/**
 * Before any script of the page, in every frame. What is taken away here would outlive the page (service
 * workers) or go around the proxy (WebRTC).
 */
export const beforePage = String.raw`(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) delete globalThis[name];
  if (globalThis.ServiceWorkerContainer)
    ServiceWorkerContainer.prototype.register = function register() {
      return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
    };
})()`;

/** What a browser with a window has and one without lacks. */
export const likeABrowserWithAWindow = String.raw`(() => {
  if (!globalThis.chrome) globalThis.chrome = { app: { isInstalled: false }, runtime: {}, csi() {}, loadTimes() {} };
  // Headless says denied here and prompt in navigator.permissions.
  if (globalThis.Notification) Object.defineProperty(Notification, 'permission', { get: () => 'default', configurable: true });
  for (const [name, extra] of [['outerWidth', 0], ['outerHeight', 85]])
    Object.defineProperty(globalThis, name, { get: () => globalThis[name.replace('outer', 'inner')] + extra, configurable: true });
})()`;

/** How far the page is: its state and the amount of what it shows, shadow trees and own frames included. */
export const measurePage = String.raw`(() => {
  let elements = 0;
  let text = 0;
  let scripts = 0;
  const measure = (root, depth) => {
    // A shadow root has no innerText, a document that has just begun no body.
    text += root.body?.innerText?.length ?? root.textContent?.length ?? 0;
    for (const element of root.querySelectorAll('*')) {
      elements += 1;
      if (element.matches('script:not([type*="json" i]), meta[http-equiv="refresh" i]')) scripts += 1;
      if (depth >= 5) continue;
      if (element.shadowRoot) measure(element.shadowRoot, depth + 1);
      if (element.localName !== 'iframe') continue;
      const inner = element.contentDocument;
      if (inner?.documentElement) measure(inner, depth + 1);
    }
  };
  if (document.documentElement) measure(document, 0);
  const { scrollHeight = 0 } = document.documentElement ?? {};
  return { state: document.readyState, elements, text, scripts, height: scrollHeight, window: innerHeight };
})()`;

export interface PageMeasure {
  readonly state: 'loading' | 'interactive' | 'complete';
  readonly elements: number;
  /** Characters shown. */
  readonly text: number;
  /** Elements that may change the page: program text, and refreshes. */
  readonly scripts: number;
  /** CSS pixels. */
  readonly height: number;
  readonly window: number;
}

export const scrollTo = (top: number): string => `scrollTo({ top: ${top}, behavior: 'instant' })`;

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
  const inert = document.implementation.createHTMLDocument('');
  const copyOf = (root, depth) => {
    const copy = inert.importNode(root, true);
    const copies = [...copy.querySelectorAll('*')];
    const originals = root.querySelectorAll('*');
    const place = (original, element) => {
      if (!element || depth >= 5) return;
      if (original.shadowRoot) {
        const template = inert.createElement('template');
        template.setAttribute('shadowrootmode', original.shadowRoot.mode);
        for (const child of original.shadowRoot.childNodes)
          template.content.append(child.nodeType === 1 ? copyOf(child, depth + 1) : inert.importNode(child, true));
        element.prepend(template);
      }
      const body = original.localName === 'iframe' ? original.contentDocument?.body : undefined;
      if (body?.hasChildNodes()) {
        const frame = inert.createElement('div');
        frame.append(...copyOf(body, depth + 1).childNodes);
        element.replaceWith(frame);
      }
    };
    originals.forEach((original, index) => place(original, copies[index]));
    if (root.shadowRoot) place(root, copy);
    return copy;
  };
  const root = document.documentElement;
  if (!root) return { url: location.href, html: '' };
  const doctype = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  const html = doctype + copyOf(root, 0).outerHTML;
  return html.length > ${maxCharacters} ? { url: location.href } : { url: location.href, html };
})()`;
