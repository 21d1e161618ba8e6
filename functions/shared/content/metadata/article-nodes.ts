import type { JsonObject } from '#shared/kernel/json.ts';
import { hasType, textValue } from './json-ld.ts';
import { bare } from './site-names.ts';

const writing = /article|posting|report|review|question|recipe|scholarly|chapter|analysis|creativework/i;

/** The nodes of JSON-LD that describe the page's own article, the surest first: it has its URL or its title, or is the only one. */
export function articlesOf(
  subjects: readonly JsonObject[],
  { url, title }: { readonly url: string; readonly title: string | undefined },
): readonly JsonObject[] {
  const written = subjects.filter((node) => hasType(node, writing));
  const address = (text: string | undefined): string =>
    (text ?? '').replace(/[?#].*$|\/$/gs, '').replace(/^https?:\/\/(?:www\.)?/, '');
  const own = address(url);
  const isOwn = (node: JsonObject): boolean =>
    [node['url'], node['@id'], node['mainEntityOfPage']].some(
      (value) => address(textValue(value, '@id', 'url')) === own,
    ) ||
    (title !== undefined &&
      bare(textValue(node['headline']) ?? textValue(node['name']) ?? '') === bare(title));
  const named = written.filter(isOwn);
  const pages = subjects.filter((node) => hasType(node, /^(?:webpage|newsarticlepage|itempage|qapage)$/i));
  return [...(named.length > 0 ? named : written.length === 1 ? written : []), ...pages];
}
