import { maxUrlCharacters } from '#shared/content/dom/web-url.ts';
import { type ChildNode, type Document, type Element, isTag } from 'domhandler';

import { isBlockName } from '#shared/content/dom/element-display.ts';
import { findElement } from '#shared/content/dom/element-text.ts';

/** Schemes that run code, or that only the author's own browser can open. */
const refusedSchemes = new Set([
  'javascript:',
  'vbscript:',
  'livescript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  // What Mail on an iPhone adds to a date or an address.
  'x-apple-data-detectors:',
]);

const googleHost = /^(?:www\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/;

/** Where a URL leads: the page that Google redirects to, as in links of published documents (`google.com/url?q=…`), or itself. */
function withoutRedirect(url: URL): URL {
  if (url.pathname !== '/url' || !googleHost.test(url.hostname)) return url;
  const target = URL.parse(url.searchParams.get('q') ?? url.searchParams.get('url') ?? '');
  return target !== null && /^https?:$/.test(target.protocol) ? target : url;
}

/**
 * The absolute form of a URL; `undefined` for scripts, inline data, unparsable text and what is too long. On a page without a web URL, such
 * as a saved file, relative URLs stay as they are.
 */
function absoluteUrl(address: string, baseUrl: string): string | undefined {
  if (!/^https?:/.test(baseUrl) && address !== '' && URL.parse(address) === null) return address;
  const url = URL.parse(address, baseUrl);
  if (url === null || refusedSchemes.has(url.protocol)) return undefined;
  // Only web URLs are normalised: `MAILTO:A@B.example` stays as it is written.
  const written =
    /^https?:$/.test(url.protocol) || /[\s<>]/.test(address) ? withoutRedirect(url).href : address;
  const hash = written.indexOf('#');
  const length = hash < 0 ? written.length : hash;
  return length > maxUrlCharacters ? undefined : written;
}

export const isInlineImage = (source: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)[;,]/i.test(source);

/**
 * Whether an element with an empty `href` or `src` has no URL at all. CommonMark writes an empty link within a line and without
 * other attributes. With others, it waits for a script or was forgotten; around blocks, it was never closed.
 */
const isWithoutUrl = (element: Element, name: 'href' | 'src'): boolean =>
  name === 'src' ||
  Object.keys(element.attribs).length > 1 ||
  findElement(element, (inner) => isBlockName(inner.name)) !== undefined;

/** Makes the URLs of links and images absolute. Scripts and inline data are removed; inline images stay for the writers. */
export function resolveAddresses(document: Document, baseUrl: string): void {
  const known = new Map<string, string | undefined>();
  const resolve = (element: Element, name: 'href' | 'src'): void => {
    const { attribs } = element;
    const address = attribs[name]?.trim();
    if (address === undefined) return;
    if (name === 'src' && isInlineImage(address)) return;
    if (!known.has(address)) known.set(address, absoluteUrl(address, baseUrl));
    const absolute = known.get(address);
    const leadsNowhere = address === '' ? isWithoutUrl(element, name) : name === 'href' && address === '#';
    if (absolute === undefined || leadsNowhere) delete attribs[name];
    else attribs[name] = absolute;
  };
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      resolve(node, 'href');
      resolve(node, 'src');
      visit(node.children);
    }
  };
  visit(document.children);
}
