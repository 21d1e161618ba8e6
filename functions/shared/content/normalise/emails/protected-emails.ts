import { type Element } from 'domhandler';

import { becomeElement, type ElementIndex, newText } from '#shared/content/dom/element-edit.ts';

const inHref = /^[^?#]*\/cdn-cgi\/l\/email-protection#([\da-f]{4,})$/i;
const hexadecimal = /^(?:[\da-f]{2}){2,200}$/i;

/** The address behind Cloudflare's code: the first byte, and each other byte XOR the first. */
function decoded(code: string): string | undefined {
  if (!hexadecimal.test(code)) return undefined;
  const [key = 0, ...bytes] = Buffer.from(code, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

const maxCodeCharacters = 300;
const typo3Call = /^javascript:\s*linkTo_UnCryptMailto\('([^']*)'\)/;
/** The characters that TYPO3 shifts, each within its own range: `+` to `:`, `@` to `Z`, `a` to `z`. */
const shiftedRanges = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;
const maxShift = 10;

function shifted(character: string, by: number): string {
  const code = character.charCodeAt(0);
  const [first, last] = shiftedRanges.find(([from, to]) => code >= from && code <= to) ?? [code, code];
  const size = last - first + 1;
  return String.fromCharCode(first + ((((code - first + by) % size) + size) % size));
}

const scheme = 'mailto:';
const mailtoLink = /^mailto:[^\s@]+@[^\s@]+\.[a-z]{2,}(?:\?|$)/i;

/** The link behind TYPO3's code (`spamProtectEmailAddresses`), which is shifted by at most ten. */
function unshifted(code: string): string | undefined {
  const shiftedBy = (by: number, text: string): string =>
    Array.from(text, (character) => shifted(character, by)).join('');
  for (let by = -maxShift; by <= maxShift; by++) {
    if (shiftedBy(by, code.slice(0, scheme.length)) !== scheme) continue;
    const link = shiftedBy(by, code);
    if (mailtoLink.test(link)) return link;
  }
  return undefined;
}

const percentEncoded = /%([\da-f]{2})/gi;

/** TYPO3's code of an email address, in a call of its script or, since version 12, in an attribute. */
function typo3Code({ href, 'data-mailto-token': token }: Element['attribs']): string | undefined {
  if (token !== undefined) return token;
  if (href?.startsWith('javascript:') !== true) return undefined;
  const call = href.replaceAll(percentEncoded, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return typo3Call.exec(call)?.[1]?.replaceAll('\\', '');
}

function reveal(element: Element): void {
  const shiftedLink = typo3Code(element.attribs);
  const link =
    shiftedLink === undefined || shiftedLink.length > maxCodeCharacters ? undefined : unshifted(shiftedLink);
  if (link !== undefined) element.attribs['href'] = link;
  const { 'data-cfemail': code, href } = element.attribs;
  const shown = code === undefined ? undefined : decoded(code);
  if (shown !== undefined) return becomeElement(element, 'span', {}, [newText(shown)]);
  const linked = decoded(inHref.exec(href ?? '')?.[1] ?? '');
  if (linked !== undefined) element.attribs['href'] = `mailto:${linked}`;
}

/** Shows the email addresses that a script of Cloudflare or TYPO3 would show. */
export function revealEmails(index: ElementIndex): void {
  for (const name of ['a', 'span']) for (const element of index.named(name)) reveal(element);
}
