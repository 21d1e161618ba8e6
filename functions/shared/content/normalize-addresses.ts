import type { Element } from 'domhandler';

import type { ElementIndex } from './element-edit.ts';

const safeSchemes = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'sms:',
  'ftp:',
  'magnet:',
  'geo:',
  'xmpp:',
]);

/** The absolute form of an address; `undefined` for scripts, inline data and what cannot be parsed. */
export function absoluteAddress(address: string, baseUrl: string): string | undefined {
  const url = URL.parse(address, baseUrl);
  return url !== null && safeSchemes.has(url.protocol) ? url.href : undefined;
}

export const isInlineImage = (source: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)[;,]/i.test(source);

/** Absolute addresses for links and images. Scripts and other inline data go; inline images stay for the writers. */
export function resolveAddresses(index: ElementIndex, baseUrl: string): void {
  const known = new Map<string, string | undefined>();
  const resolve = ({ attribs }: Element, name: 'href' | 'src'): void => {
    const address = attribs[name]?.trim();
    if (address === undefined) return;
    if (name === 'src' && isInlineImage(address)) return;
    if (!known.has(address)) known.set(address, absoluteAddress(address, baseUrl));
    const absolute = known.get(address);
    if (absolute === undefined || (name === 'src' && address === '')) delete attribs[name];
    else attribs[name] = absolute;
  };
  for (const element of index.all) {
    resolve(element, 'href');
    resolve(element, 'src');
  }
}
