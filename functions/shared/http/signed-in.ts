import { laterEndMs, type Session } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { Arrival, Step } from './chain.ts';
import type { GatewayRequest } from './gateway-request.ts';

export interface SignedIn extends Arrival {
  readonly session: Session;
  /** The token of the cookie, from which the session's own API key is derived. */
  readonly sessionToken: string;
}

/** With `__Host-`, browsers take the cookie from this origin only, over HTTPS, for every path (RFC 6265bis §4.1.3). */
export const sessionCookieName = (isHttps: boolean): string =>
  isHttps ? '__Host-winnow-session' : 'winnow-session';

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** The cookies of a request, in the order in which the browser sends them: mostly the oldest first (RFC 6265, section 5.4). */
export const cookiesOf = ({ headers }: Pick<GatewayRequest, 'headers'>): readonly Cookie[] =>
  (headers['cookie'] ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });

/** The value of a cookie; the first one, when a name is repeated. */
export const cookieOf = (request: Pick<GatewayRequest, 'headers'>, name: string): string | undefined =>
  cookiesOf(request).find((cookie) => cookie.name === name)?.value;

const notSignedIn = () =>
  new AppError('SIGNED_OUT', 'Nobody is signed in, or the session has ended. Sign in at /account.');

/** Finds the session of the cookie, and lets it end later now that it is used. Throws SIGNED_OUT. */
export const signedIn = (
  sessions: Pick<SessionStore, 'find' | 'prolong'>,
  clock: Clock,
): Step<Arrival, Pick<SignedIn, 'session' | 'sessionToken'>> => ({
  before: async ({ request, logFields }) => {
    const sessionToken = cookieOf(request, sessionCookieName(request.url.startsWith('https:')));
    if (sessionToken === undefined) throw notSignedIn();
    const nowMs = clock.now();
    const session = await sessions.find(sha256(sessionToken), nowMs);
    if (session === undefined) throw notSignedIn();
    const laterMs = laterEndMs(session, nowMs);
    if (laterMs !== undefined) await sessions.prolong(session, laterMs);
    Object.assign(logFields, { accountId: session.accountId });
    return { session, sessionToken };
  },
});

/**
 * Refuses changes that another site makes a browser send: they lack our origin (Fetch standard, `Origin` header).
 * Browsers send it with every request that is not GET or HEAD.
 */
export const ownOrigin: Step<Arrival> = {
  before: ({ request: { method, headers, url } }) => {
    if (method === 'GET' || method === 'HEAD') return;
    if (headers['origin'] === new URL(url).origin) return;
    throw new AppError('FOREIGN_ORIGIN', 'Changes of an account are accepted from its own page only.');
  },
};
