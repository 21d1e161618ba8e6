import { randomBytes } from 'node:crypto';

import { maxSessionAgeMs } from '#shared/accounts/sessions/session.ts';
import { type AccountView, accountViews, authorizationParameters } from '#shared/contract/account-views.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { cookieOf, cookiesOf, sessionCookieName } from '#shared/http/signed-in.ts';
import type { Attempt } from './identity-provider.ts';

/** Time to register, to read a code in a mailbox, and to sign in. */
const maxAttemptSeconds = 600;

/** Browsers keep cookies of 4,096 bytes. */
const maxRequestCharacters = 2_500;

/** Where a sign-in leads to: a view of the page, and for /account/authorize what a program asks for. */
export interface ReturnPlace {
  readonly view: AccountView | undefined;
  readonly request?: string | undefined;
}

export interface KeptAttempt extends Attempt, ReturnPlace {}

/** 256 random bits. */
export const randomText = (): string => randomBytes(32).toString('base64url');
const randomPattern = /^[\w-]{43}$/;

/** The view of the page to which a sign-in leads back; /account itself when it names none. */
const viewNamed = (name: unknown): AccountView | undefined => accountViews.find((view) => view === name);

/** The known parameters of a request, if a cookie has room for them. */
function requestIn(view: AccountView | undefined, text: unknown): string | undefined {
  if (view !== 'authorize' || typeof text !== 'string') return undefined;
  const given = new URLSearchParams(text);
  const request = new URLSearchParams();
  for (const name of authorizationParameters) {
    const value = given.get(name);
    if (value !== null) request.set(name, value);
  }
  const written = String(request);
  return written === '' || written.length > maxRequestCharacters ? undefined : written;
}

/** The place that these two name, as far as it exists: a view, and what a program asks for there. */
export function returnPlace(name: unknown, request: unknown): ReturnPlace {
  const view = viewNamed(name);
  return { view, request: requestIn(view, request) };
}

/** The URL of a view, below that of the page: never one that a caller has chosen. */
export function placeUrl(pageUrl: string, { view, request }: ReturnPlace): string {
  if (view === undefined) return pageUrl;
  return request === undefined ? `${pageUrl}/${view}` : `${pageUrl}/${view}?${request}`;
}

export const newAttempt = (place: ReturnPlace = { view: undefined }): KeptAttempt => ({
  state: randomText(),
  nonce: randomText(),
  verifier: randomText(),
  ...place,
});

type Origin = Pick<GatewayRequest, 'url'>;
const isHttps = ({ url }: Origin): boolean => url.startsWith('https:');
/** Each sign-in has a cookie of its own: two tabs may begin one. */
const attemptCookiePrefix = (request: Origin): string =>
  isHttps(request) ? '__Host-winnow-sign-in-' : 'winnow-sign-in-';
const stateCharacters = 8;
const attemptCookieName = (request: Origin, state: string): string =>
  attemptCookiePrefix(request) + state.slice(0, stateCharacters);

/** Two sign-ins that carry what a program asks for, and several without. API Gateway takes 10,240 bytes of headers in all. */
const maxAttemptCookieBytes = 7_500;

/** Sent with links from other sites, such as the provider’s redirect, and never with their requests in the background. */
const cookie = (request: Origin, name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isHttps(request) ? '; Secure' : ''}`;

export const attemptCookie = (request: Origin, attempt: KeptAttempt): string =>
  cookie(
    request,
    attemptCookieName(request, attempt.state),
    Buffer.from(JSON.stringify(attempt)).toString('base64url'),
    maxAttemptSeconds,
  );

export const noAttemptCookie = (request: Origin, { state }: Attempt): string =>
  cookie(request, attemptCookieName(request, state), '', 0);

/** Ends the oldest sign-ins of a browser, so that one more has room. */
export function noOldAttemptCookies(request: GatewayRequest, next: string): readonly string[] {
  const prefix = attemptCookiePrefix(request);
  let left = maxAttemptCookieBytes - next.length;
  const old = cookiesOf(request)
    .filter(({ name }) => name.startsWith(prefix))
    .toReversed()
    .filter(({ name, value }) => {
      left -= name.length + value.length;
      return left < 0;
    });
  return old.map(({ name }) => cookie(request, name, '', 0));
}

/** The session itself ends earlier when it is not used. */
export const sessionCookie = (request: Origin, token: string): string =>
  cookie(request, sessionCookieName(isHttps(request)), token, maxSessionAgeMs / 1000);

export const noSessionCookie = (request: Origin): string =>
  cookie(request, sessionCookieName(isHttps(request)), '', 0);

export const sessionTokenOf = (request: GatewayRequest): string | undefined =>
  cookieOf(request, sessionCookieName(isHttps(request)));

/** The sign-in that this browser began with the state of the request; `undefined` without a valid cookie. */
export function keptAttempt(request: GatewayRequest): KeptAttempt | undefined {
  const { state: asked = '' } = request.query;
  const text = cookieOf(request, attemptCookieName(request, asked));
  if (text === undefined) return undefined;
  try {
    const {
      state,
      nonce,
      verifier,
      view,
      request: program,
    } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;
    const isOurs = [state, nonce, verifier].every(
      (part) => typeof part === 'string' && randomPattern.test(part),
    );
    return isOurs ? ({ state, nonce, verifier, ...returnPlace(view, program) } as KeptAttempt) : undefined;
  } catch {
    // Not JSON, or not an object.
    return undefined;
  }
}
