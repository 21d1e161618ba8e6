import { sha256 } from '#shared/kernel/ids.ts';
import { openIdProvider } from '#shared/sign-in/openid-provider.ts';
import { createSignInEndpoint } from '#shared/sign-in/sign-in-endpoint.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { newBrowser, pageUrl } from './test-browser.ts';
import { clientId, type TestIssuer } from './test-issuer.ts';

export const sessionCookie = '__Host-winnow-session';
export const attemptCookie = '__Host-winnow-sign-in-';

/** The cookies of the sign-ins that a browser has begun. */
export const attemptsIn = (
  cookies: ReadonlyMap<string, string>,
): readonly (readonly [name: string, value: string])[] =>
  [...cookies].filter(([name]) => name.startsWith(attemptCookie));

/** The endpoint of sign-in on records in memory, for the provider with this issuer. */
export function signInService(issuer: string) {
  const accounts = memoryAccountStore();
  const sessions = memorySessionStore(accounts);
  const provider = openIdProvider({
    issuer,
    clientId,
    callbackUrl: `${pageUrl}/callback`,
    signedOutUrl: pageUrl,
    timeoutMs: 1_000,
  });
  const endpoint = createSignInEndpoint({
    provider,
    sessions,
    pageUrl,
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => Date.now() },
  });
  const isSignedIn = async (token = '') => (await sessions.find(sha256(token), Date.now())) !== undefined;
  return { accounts, sessions, isSignedIn, newBrowser: () => newBrowser(endpoint) };
}

type SignInService = ReturnType<typeof signInService>;
type SignInBrowser = ReturnType<SignInService['newBrowser']>;

/** Signs in up to the provider's answer, which the test may change. */
export async function comeBack(
  issuer: TestIssuer,
  browser: SignInBrowser,
  change: Readonly<Record<string, string>> = {},
) {
  const begun = await browser.ask('/account/sign-in');
  return browser.ask('/account/callback', { query: { ...issuer.consent(begun.location), ...change } });
}

export async function signIn(issuer: TestIssuer, browser: SignInBrowser): Promise<string> {
  await comeBack(issuer, browser);
  return browser.cookies.get(sessionCookie) ?? '';
}

/** A refusal is a page for people: no session, nothing written, nothing of the reason. */
export const refused = { status: 400, isPage: true, tellsReason: false, isSignedIn: false, accounts: 0 };

export const outcomeOf = async (
  { accounts }: SignInService,
  browser: SignInBrowser,
  { status, text }: { readonly status: number; readonly text: string },
): Promise<typeof refused> => ({
  status,
  isPage: text.includes('Sign in again'),
  tellsReason: /OAUTH|JWT|JWS|ERR_/.test(text),
  isSignedIn: browser.cookies.has(sessionCookie),
  accounts: (await accounts.accounts()).length,
});
