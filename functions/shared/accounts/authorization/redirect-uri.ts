import { maxRedirectUriCharacters } from '#shared/contract/authorization.ts';

/** Schemes of editors that have no dot, which RFC 8252 (section 7.1) wants in them. */
const editorSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);
const schemeWithDot = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/;

const loopbackNames = new Set(['127.0.0.1', '[::1]', 'localhost']);
const isLoopback = ({ hostname }: URL): boolean => loopbackNames.has(hostname);

/**
 * Whether a code may be sent there: a host over HTTPS, a program on the person's own machine, or an app that owns its
 * scheme (RFC 8252, section 7). Every other scheme is refused, `javascript:` and `data:` among them.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > maxRedirectUriCharacters || !/^[\x21-\x7e]+$/.test(text)) return false;
  if (text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopback(url);
  return url.protocol === 'https:' || schemeWithDot.test(url.protocol) || editorSchemes.has(url.protocol);
}

/** Programs take any free port of the machine (RFC 8252, section 7.3). */
function withoutLoopbackPort(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:' || !isLoopback(url)) return text;
  url.port = '';
  return url.href;
}

/** Whether a URI equals a registered one, character by character. The port of a loopback address may differ. */
export const isRegistered = (text: string, registered: readonly string[]): boolean =>
  isRedirectUri(text) && registered.map(withoutLoopbackPort).includes(withoutLoopbackPort(text));

/** Where a code goes, for the person who decides. */
export interface Destination {
  /** A host of the internet, a program on the person's own computer, or an app that opens links of its scheme. */
  readonly kind: 'web' | 'computer' | 'app';
  /** The host, or the scheme. */
  readonly name: string;
}

export function destinationOf(redirectUri: string): Destination {
  const url = new URL(redirectUri);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'app', name: url.protocol };
  return { kind: isLoopback(url) ? 'computer' : 'web', name: url.host };
}
