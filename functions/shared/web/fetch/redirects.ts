import { AppError } from '#shared/kernel/errors.ts';

/** Browsers stop at 20; no chain that ends needs more than half of it. */
const maxRedirects = 10;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const circles = (): AppError =>
  new AppError('TOO_MANY_REDIRECTS', 'The page redirects too many times or in a circle.');

/** Header bytes arrive as Latin-1 characters; URLs with raw Cyrillic or Chinese in them are UTF-8. */
function fromWire(location: string): string {
  if (/[^\u0000-\u00ff]/.test(location)) return location;
  const bytes = Buffer.from(location, 'latin1');
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\ufffd') ? location : text;
}

/** A fragment survives a redirect unless the new URL brings its own. */
function resolveLocation(location: string, from: URL): URL {
  const target = URL.parse(fromWire(location), from.href);
  if (target === null)
    throw new AppError('INVALID_RESPONSE', 'The page redirects to a URL that cannot be read.');
  if (target.hash === '') target.hash = from.hash;
  return target;
}

/** The target of a redirect. A redirect without one is a page: browsers show its body. */
export const redirectLocation = (status: number, location: string | undefined): string | undefined =>
  redirectStatuses.has(status) ? location : undefined;

export interface RedirectTrail {
  /** Every URL that redirected, in order. */
  readonly visited: readonly string[];
  /**
   * The URL that `from` redirects to. Throws TOO_MANY_REDIRECTS or INVALID_RESPONSE.
   * `cookiesFor` shows whether a URL that was requested before may respond differently this time.
   */
  readonly follow: (from: URL, location: string, cookiesFor: (url: URL) => string) => URL;
}

export function createRedirectTrail(): RedirectTrail {
  const visited: string[] = [];
  const asked = new Set<string>();
  return {
    visited,
    follow: (from, location, cookiesFor) => {
      const target = resolveLocation(location, from);
      visited.push(from.href);
      const question = `${target.href} ${cookiesFor(target)}`;
      if (visited.length > maxRedirects || asked.has(question)) throw circles();
      asked.add(question);
      return target;
    },
  };
}
