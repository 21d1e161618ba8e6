import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Provider } from 'oidc-provider';

import { type HttpServer, readBody, serve } from '../http-server.ts';
import type { LocalUserPool } from '../local-user-pool.ts';
import { keepProvider, readKeptProvider } from './kept-provider.ts';
import { providerConfiguration } from './openid-service.ts';
import type { People } from './people.ts';
import { problemPage, registrationPage, signInPage, styleSheet } from './sign-in-pages.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The server of the provider, which listens before its clients are known: their URLs come from the same template. */
export interface PeopleServer {
  readonly issuer: string;
  readonly open: (pool: LocalUserPool, people: People) => Promise<void>;
  readonly close: () => Promise<void>;
}

const maxFormBytes = 8_192;
/** Wrong passwords of an address in a row, and how long it must wait after them. */
const maxWrong = 10;
const waitMs = 60_000;

function countWrong() {
  const wrong = new Map<string, { count: number; atMs: number }>();
  return {
    mustWait: (email: string): boolean => {
      const { count = 0, atMs = 0 } = wrong.get(email) ?? {};
      return count >= maxWrong && Date.now() - atMs < waitMs;
    },
    failed: (email: string): void => {
      if (wrong.size > 10_000) wrong.clear();
      wrong.set(email, { count: (wrong.get(email)?.count ?? 0) + 1, atMs: Date.now() });
    },
    succeeded: (email: string): void => void wrong.delete(email),
  };
}

/** Chromium applies `form-action` to the redirects that follow the form: they end at a client. */
const contentPolicy = ({ clients }: LocalUserPool): string => {
  const origins = clients.flatMap(({ callbackUrls }) => callbackUrls.map((url) => new URL(url).origin));
  return `default-src 'none'; style-src 'self'; form-action 'self' ${[...new Set(origins)].join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.statusCode = status;
  response.setHeader('content-type', type);
  response.end(body);
};
const sendPage = (response: ServerResponse, status: number, page: string): void =>
  send(response, status, 'text/html; charset=utf-8', page);

async function formOf(request: IncomingMessage): Promise<{ email: string; password: string }> {
  const body = await readBody(request, maxFormBytes);
  const form = new URLSearchParams(body?.toString('utf8') ?? '');
  return { email: form.get('email')?.trim() ?? '', password: form.get('password') ?? '' };
}

/** Signs people in and registers them, for one step of the provider (`/interaction/<uid>` and `…/register`). */
function interactions(provider: Provider, { passwordPolicy }: LocalUserPool, people: People, issuer: string) {
  const pages = { 'sign-in': signInPage, register: registrationPage(passwordPolicy) };
  const wrong = countWrong();
  const personOf = async (
    kind: 'sign-in' | 'register',
    { email, password }: { email: string; password: string },
  ) => {
    if (kind === 'register') return people.register(email, password);
    const name = email.toLowerCase();
    if (wrong.mustWait(name)) return { problem: 'Too many wrong passwords: wait a minute.' };
    const person = await people.check(email, password);
    if (person === undefined) {
      wrong.failed(name);
      return { problem: 'The address or the password is wrong.' };
    }
    wrong.succeeded(name);
    return { person };
  };
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    kind: 'sign-in' | 'register',
  ) => {
    const page = pages[kind];
    const details = await provider.interactionDetails(request, response).catch(() => undefined);
    if (details?.uid !== uid) {
      sendPage(
        response,
        400,
        problemPage('This sign-in has expired. Go back to the service and begin again.'),
      );
      return;
    }
    if (request.method !== 'POST') {
      sendPage(response, 200, page(uid));
      return;
    }
    if (request.headers.origin !== issuer) {
      sendPage(response, 403, problemPage('This form belongs to another page.'));
      return;
    }
    const form = await formOf(request);
    const outcome = await personOf(kind, form);
    if ('problem' in outcome) {
      sendPage(response, 400, page(uid, { email: form.email, problem: outcome.problem }));
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: outcome.person.id } });
  };
}

/** Cognito's way to sign out: `/logout?client_id=…&logout_uri=…`, without a question. */
async function signOut(
  provider: Provider,
  { clients }: LocalUserPool,
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): Promise<void> {
  const client = clients.find(({ id }) => id === query.get('client_id'));
  const place = client?.logoutUrls.find((url) => url === query.get('logout_uri'));
  if (place === undefined) {
    sendPage(response, 400, problemPage('This client or its URL is not known.'));
    return;
  }
  const context = provider.createContext(request, response);
  const session = await provider.Session.get(context);
  if (session.accountId !== undefined) await session.destroy();
  response.writeHead(303, { location: place });
  response.end();
}

/** Ends the session of somebody who was removed, so that the next person at this browser is asked to sign in. */
async function endRemoved(
  provider: Provider,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  const { accountId } = session;
  if (accountId !== undefined && people.find(accountId) === undefined) await session.destroy();
}

/** Gives a request the origin of the issuer, whatever the request says: its headers, or a URL with a host. */
function sayOrigin(request: IncomingMessage, issuer: string): void {
  const { host } = new URL(issuer);
  const { pathname, search } = new URL(request.url ?? '/', issuer);
  request.url = pathname + search;
  request.headers.host = host;
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = 'https';
}

async function listenerFor(
  issuer: string,
  file: string,
  port: number,
  pool: LocalUserPool,
  people: People,
): Promise<Listener> {
  // A fifth of a second that stacks without people need not wait for.
  const { Provider } = await import('oidc-provider');
  const kept = readKeptProvider(file) ?? (await keepProvider(file, port));
  const provider = new Provider(issuer, providerConfiguration(issuer, pool, kept, people));
  provider.proxy = issuer.startsWith('https:');
  const interact = interactions(provider, pool, people, issuer);
  const openId = provider.callback();
  const policy = contentPolicy(pool);
  return async (request, response) => {
    if (provider.proxy) sayOrigin(request, issuer);
    const url = new URL(request.url ?? '/', issuer);
    response.setHeader('content-security-policy', policy);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'same-origin');
    const [, uid, kind] = /^\/interaction\/([\w-]+)(\/register)?$/.exec(url.pathname) ?? [];
    if (uid !== undefined)
      await interact(request, response, uid, kind === undefined ? 'sign-in' : 'register');
    else if (url.pathname === '/sign-in.css') send(response, 200, 'text/css; charset=utf-8', styleSheet);
    else if (url.pathname === '/logout') await signOut(provider, pool, request, response, url.searchParams);
    else {
      if (url.pathname === '/auth') await endRemoved(provider, people, request, response);
      await openId(request, response);
    }
  };
}

/** The port at which the people of earlier starts sign in. */
export const keptPeoplePort = (file: string): number | undefined => readKeptProvider(file)?.port;

async function listenAt(listener: Listener, port: number, problem: string): Promise<HttpServer> {
  try {
    return await serve(listener, { port });
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}

async function listen(
  listener: Listener,
  file: string,
  firstPort: number,
  publicIssuer: string | undefined,
): Promise<HttpServer> {
  if (publicIssuer !== undefined)
    return listenAt(
      listener,
      firstPort,
      `Port ${firstPort}, to which the proxy of ${publicIssuer} leads, is taken. Free it, or give another --port.`,
    );
  const port = keptPeoplePort(file);
  if (port === undefined) return serve(listener, { port: firstPort, nextFree: true });
  return listenAt(
    listener,
    port,
    `Port ${port}, at which the people of this data folder sign in, is taken. Free it, set ACCOUNT_PAGE=false, or delete ${file}: people then sign in as before, and get new accounts.`,
  );
}

/**
 * Listens at the port of earlier starts, or at the next free one from `firstPort` on; at `firstPort` itself for a proxy in front, whose
 * origin is `publicIssuer`.
 */
export async function servePeople(
  file: string,
  firstPort: number,
  publicIssuer?: string,
): Promise<PeopleServer> {
  const opened = Promise.withResolvers<Listener>();
  const server = await listen(
    async (request, response) => (await opened.promise)(request, response),
    file,
    firstPort,
    publicIssuer,
  );
  const issuer = publicIssuer ?? server.url;
  return {
    issuer,
    open: async (pool, people) => opened.resolve(await listenerFor(issuer, file, server.port, pool, people)),
    close: server.close,
  };
}
