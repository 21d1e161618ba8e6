import { accountPageRoutes } from '#shared/contract/account-routes.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { accountHeaders, failures, frame, type Telemetry } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { ownOrigin } from '#shared/http/signed-in.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { openSession } from './open-session.ts';
import {
  attemptCookie,
  keptAttempt,
  newAttempt,
  noAttemptCookie,
  noOldAttemptCookies,
  noSessionCookie,
  placeUrl,
  type ReturnPlace,
  returnPlace,
  sessionCookie,
  sessionTokenOf,
} from './sign-in-cookies.ts';

export interface SignInDeps {
  readonly provider: IdentityProvider;
  readonly sessions: SessionStore;
  /** The URL of the page, which ends with /account. */
  readonly pageUrl: string;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

const redirect = (location: string, cookies: readonly string[]): HttpReply => ({
  statusCode: 303,
  headers: { location },
  multiValueHeaders: { 'set-cookie': cookies },
  body: '',
});

/** The query of a sign-in that leads to a place, with its question mark. */
function querySaying({ view, request }: ReturnPlace): string {
  if (view === undefined) return '';
  return `?${String(new URLSearchParams({ return: view, ...(request === undefined ? {} : { request }) }))}`;
}

const placeAsked = ({ query }: GatewayRequest): ReturnPlace => returnPlace(query['return'], query['request']);

const problemPage = (sentence: string, place: ReturnPlace): string => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Sign-in</title>
  <h1>You are not signed in</h1>
  <p>${sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>
  <p><a href="sign-in${querySaying(place).replaceAll('&', '&amp;')}">Sign in</a></p>
</html>
`;

/** People who follow a link see a page instead of JSON. */
const failuresAsPages: Step<Arrival> = {
  after: ({ request }, reply) => {
    if (request.method !== 'GET' || reply.statusCode < 400 || typeof reply.body !== 'string') return reply;
    const { error = '' } = JSON.parse(reply.body) as { readonly error?: string };
    return {
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
      body: problemPage(error, keptAttempt(request) ?? placeAsked(request)),
    };
  },
};

const routedMethod: Step<Arrival> = {
  before: ({ request: { method, resource } }) => {
    const route = accountPageRoutes.find(({ path }) => path === resource);
    if (route === undefined) throw new AppError('NOT_FOUND', 'Nothing exists at this URL.');
    if (route.method !== method)
      throw new AppError('METHOD_NOT_ALLOWED', `This URL accepts ${route.method} only.`, {
        headers: { allow: route.method },
      });
  },
};

/** Sends the browser to the provider. It begins at the origin to which the provider sends it back, for the cookie's sake. */
async function signIn({ provider, pageUrl }: SignInDeps, request: GatewayRequest): Promise<HttpReply> {
  const place = placeAsked(request);
  if (new URL(request.url).origin !== new URL(pageUrl).origin)
    return redirect(`${pageUrl}/sign-in${querySaying(place)}`, []);
  const attempt = newAttempt(place);
  const kept = attemptCookie(request, attempt);
  return redirect(String(await provider.begin(attempt)), [...noOldAttemptCookies(request, kept), kept]);
}

/** A sign-in never continues a session: the previous user of the browser may know its token. */
async function endEarlierSession({ sessions }: SignInDeps, request: GatewayRequest): Promise<void> {
  const token = sessionTokenOf(request);
  if (token !== undefined) await sessions.end(sha256(token));
}

async function finishSignIn(deps: SignInDeps, { request, logFields }: Arrival): Promise<HttpReply> {
  const { provider, sessions, clock, pageUrl } = deps;
  const attempt = keptAttempt(request);
  if (attempt === undefined)
    throw new AppError(
      'INVALID_REQUEST',
      'This sign-in was begun elsewhere, or too long ago. Sign in again.',
    );
  const returned = new URL(`${pageUrl}/callback`);
  for (const [name, value] of Object.entries(request.query)) returned.searchParams.set(name, value);
  const identity = await provider.finish(attempt, returned);
  await endEarlierSession(deps, request);
  const { token, accountId } = await openSession(sessions, clock, identity);
  Object.assign(logFields, { accountId });
  return redirect(placeUrl(pageUrl, attempt), [
    sessionCookie(request, token),
    noAttemptCookie(request, attempt),
  ]);
}

/** Ends the session here at once; where the provider cannot be asked, the person stays signed in there. */
async function signOut(deps: SignInDeps, request: GatewayRequest): Promise<HttpReply> {
  const { provider, pageUrl } = deps;
  await endEarlierSession(deps, request);
  const place = await provider.signOut().catch(() => undefined);
  const url = String(place ?? pageUrl);
  const cookies = [noSessionCookie(request)];
  // Scripts cannot follow a redirect to the provider, which is another origin.
  return request.headers['accept'] === 'application/json'
    ? { ...jsonReply(200, { success: true, data: { url } }), multiValueHeaders: { 'set-cookie': cookies } }
    : redirect(url, cookies);
}

/** /account/sign-in, /account/callback and /account/sign-out: OpenID Connect, and a session in a cookie. */
export const createSignInEndpoint = (deps: SignInDeps): Endpoint =>
  chain(deps.clock)
    .use(frame(deps.telemetry, deps.clock, accountHeaders))
    .use(failuresAsPages)
    .use(failures({ failedSource: 'local', namesUrl: false }, deps.telemetry, deps.clock))
    .use(routedMethod)
    .use(ownOrigin)
    .handler(async (known) => {
      const { request } = known;
      if (request.resource === '/account/sign-in') return signIn(deps, request);
      return request.resource === '/account/callback' ? finishSignIn(deps, known) : signOut(deps, request);
    });
