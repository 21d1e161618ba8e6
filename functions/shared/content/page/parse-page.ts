import { type Document, type Element, isTag } from 'domhandler';

import { hasAmpElements, renameAmpElements } from './amp-elements.ts';
import { decodeText } from './charset.ts';
import { repaired } from './double-encoding.ts';
import { fileKindOf, type FileKind, type TextKind, textKindOf } from './page-kind.ts';
import type { PageResource } from './page-resource.ts';
import { hasSlides, openSlides } from './slides.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { openShadowTrees } from '#shared/content/html/shadow-trees.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

export type { PageResource } from './page-resource.ts';

interface PageOrigin {
  readonly url: string;
  readonly contentLanguage: string | undefined;
}

export interface HtmlPage extends PageOrigin {
  readonly kind: 'html';
  /**
   * domhandler nodes, with shadow trees and slides open as a browser shows them and elements of AMP under their names in HTML; never much deeper than twice `maxDepth`
   * (html-tree.ts), so that a walk may recurse.
   */
  readonly document: Document;
  readonly body: Element;
  /** Base of relative URLs: `<base href>`, or the URL of the page. */
  readonly baseUrl: string;
  readonly charset: string;
  /** The markup as it came. The nodes of the tree are slices of it, so that keeping it costs no memory. */
  readonly markup: string;
}

export interface TextPage extends PageOrigin {
  readonly kind: Exclude<TextKind, 'html'>;
  readonly text: string;
  readonly contentType: string | undefined;
  readonly charset: string;
}

export interface FilePage extends PageOrigin {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
}

export type ParsedPage = HtmlPage | TextPage | FilePage;

function firstBase({ children }: Document | Element): string | undefined {
  for (const child of children) {
    if (!isTag(child)) continue;
    const href = child.name === 'base' ? child.attribs['href'] : undefined;
    const found = href ?? firstBase(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function baseUrlOf(document: Document, source: string, url: string): string {
  const href = /<base\b/i.test(source) ? firstBase(document)?.trim() : undefined;
  const base = href === undefined || href === '' ? null : URL.parse(href, url);
  return base !== null && /^https?:$/.test(base.protocol) ? base.href : url;
}

/**
 * Detects the kind of a resource from its bytes, URL and declared type, decodes it and, for HTML, builds its tree.
 * Throws AppError UNSUPPORTED_TYPE for kinds without text.
 */
export function parsePage(resource: PageResource, trace?: Trace): ParsedPage {
  const { bytes, url, contentLanguage, contentType } = resource;
  const origin = { url, contentLanguage };
  const fileKind = fileKindOf(resource);
  if (fileKind !== undefined) {
    trace?.add({ step: 'kind', verdict: fileKind, reason: 'the first bytes of the file' });
    return { ...origin, kind: fileKind, bytes };
  }

  const { text: markup, charset } = decodeText(bytes, contentType, trace);
  const text = repaired(markup);
  if (text !== markup)
    trace?.add({
      step: 'charset',
      verdict: 'repaired',
      reason: 'text that was encoded twice, or bytes of windows-1252',
    });
  const kind = textKindOf(text, resource);
  trace?.add({ step: 'kind', verdict: kind, reason: contentType ?? 'no content type' });
  if (kind !== 'html') return { ...origin, kind, text, contentType, charset };
  const { document, body } = parseHtml(text);
  if (/\sshadowrootmode\b/i.test(text)) openShadowTrees(document);
  if (hasAmpElements(text)) renameAmpElements(document);
  if (hasSlides(text)) openSlides(document);
  return { ...origin, kind, document, body, baseUrl: baseUrlOf(document, text, url), charset, markup };
}
