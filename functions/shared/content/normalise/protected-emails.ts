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

function reveal(element: Element): void {
  const { 'data-cfemail': code, href } = element.attribs;
  const shown = code === undefined ? undefined : decoded(code);
  if (shown !== undefined) return becomeElement(element, 'span', {}, [newText(shown)]);
  const linked = decoded(inHref.exec(href ?? '')?.[1] ?? '');
  if (linked !== undefined) element.attribs['href'] = `mailto:${linked}`;
}

/** Shows the email addresses that a script of Cloudflare would show. */
export function revealEmails(index: ElementIndex): void {
  for (const name of ['a', 'span']) for (const element of index.named(name)) reveal(element);
}
