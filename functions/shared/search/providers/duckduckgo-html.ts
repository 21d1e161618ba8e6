import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import { providerFailed } from './provider-client.ts';
import type { ResultPage } from './paging.ts';
import type { FoundEntry } from './search-provider.ts';

const all = (document: Document, selector: string): readonly Element[] => [
  ...selectElements(document, [selector]),
];

/** The tree is shallow (html-tree.ts), so a walk may recurse. */
const textOf = (nodes: readonly ChildNode[]): string =>
  nodes.map((node) => (isText(node) ? node.data : isTag(node) ? textOf(node.children) : '')).join('');

const trimmedText = (element: Element | undefined): string =>
  element === undefined ? '' : textOf(element.children).replaceAll(/\s+/g, ' ').trim();

const has = ({ attribs }: Element, name: string): boolean =>
  (attribs['class'] ?? '').split(/\s+/).includes(name);

function within(element: Element, name: string): Element | undefined {
  for (const child of element.children) {
    if (!isTag(child)) continue;
    const found = has(child, name) ? child : within(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Results link to `//duckduckgo.com/l/?uddg=<URL>`, or directly to the page. */
function targetOf(href: string): string | undefined {
  const url = URL.parse(href, 'https://duckduckgo.com/');
  if (url === null) return undefined;
  const target = url.pathname === '/l/' ? url.searchParams.get('uddg') : url.href;
  return target !== null && URL.canParse(target) && /^https?:/.test(target) ? target : undefined;
}

function entryOf(result: Element): readonly FoundEntry[] {
  const link = within(result, 'result__a');
  const url = targetOf(link?.attribs['href'] ?? '');
  if (link === undefined || url === undefined) return [];
  return [
    {
      url,
      title: trimmedText(link),
      description: trimmedText(within(result, 'result__snippet')),
      source: 'web',
    },
  ];
}

/** The hidden fields of the form behind "Next". */
function nextOf(document: Document): URLSearchParams | undefined {
  const fields = all(document, '.nav-link form input[type="hidden"]').map(
    ({ attribs }) => [attribs['name'] ?? '', attribs['value'] ?? ''] as const,
  );
  const forward = new URLSearchParams(Object.fromEntries(fields.filter(([name]) => name !== '')));
  return Number(forward.get('s')) > 0 ? forward : undefined;
}

/**
 * One page of html.duckduckgo.com. A page without results counts as empty only when it says so: a captcha, another
 * page and a changed layout have no results, either.
 */
export function readResultsPage(html: string): ResultPage<URLSearchParams> {
  const { document } = parseHtml(html);
  if (all(document, '#challenge-form, .anomaly-modal__title, .anomaly-modal__mask').length > 0)
    throw providerFailed('a captcha');
  const results = all(document, '.result').filter(
    (result) => !has(result, 'result--ad') && !has(result, 'result--no-result'),
  );
  const entries = results.flatMap(entryOf);
  const saysNone = all(document, '.no-results, .result--no-result').length > 0;
  if (entries.length === 0 && !saysNone) throw providerFailed('a page without results that does not say so');
  return { entries, next: entries.length === 0 ? undefined : nextOf(document) };
}
