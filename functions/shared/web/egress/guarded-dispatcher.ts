import {
  type AgentOptions,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { connectionFailure, isStaleConnection } from './connection-failure.ts';
import { type DialOptions, type TlsOptions, dial, dialTls, secureTunnel } from './dial.ts';
import { createEgressPolicy, type EgressPolicy, type Target } from './egress-policy.ts';
import { createCachingResolver, systemResolver } from './name-resolver.ts';
import { dialThrough } from './upstream-proxy.ts';

// Node's own client rather than undici: over a kept connection both cost the same processor time, but undici
// adds 300 to 480 KB to every bundle that reads pages, and its parser has no lenient mode, so pages that
// every browser shows (Content-Length beside chunked, stray bytes in a header) would fail.

export interface OutgoingRequest {
  readonly url: URL;
  readonly method?: string;
  /** Sent in this order, after Host and Connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  readonly signal: AbortSignal;
  readonly skipTlsVerification?: boolean;
  /** The operator's `http:` or `https:` proxy, with credentials if it needs them. */
  readonly proxyUrl?: string | undefined;
  /** For DNS, TCP and TLS together. */
  readonly connectTimeoutMs?: number;
}

/** The only way out for requests of the functions themselves; the browser's go through `forwarding-proxy.ts`. */
export interface GuardedDispatcher {
  /**
   * Resolves with the head of any response, the body unread. Rejects with the signal's reason
   * or an `AppError`: FORBIDDEN_TARGET, DNS_ERROR, TLS_ERROR, CONNECTION_REFUSED, CONNECTION_FAILED,
   * INVALID_RESPONSE, TOO_LARGE (headers).
   */
  readonly dispatch: (request: OutgoingRequest) => Promise<IncomingMessage>;
  /** Closes idle and busy connections. */
  readonly close: () => void;
}

export interface GuardedDispatcherOptions {
  readonly policy: EgressPolicy;
  /** Instead of the roots that come with Node. */
  readonly trustedRoots?: readonly string[];
}

const defaultConnectTimeoutMs = 10_000;

/** Chromium allows 256 KB; no ordinary page sends more than 64 KB. */
const maxHeaderBytes = 65_536;

/** Idle connections are dropped before common servers do it (5 s), so that few requests meet a closed one. */
const pool: AgentOptions = { keepAlive: true, timeout: 4_000, scheduling: 'lifo' };

/** Per host and port: no more parallel connections than sites accept from a browser. */
const maxSocketsPerOrigin = 32;
/** As many as a crawl reads pages of one site at once; with fewer, each group would open connections again. */
const maxFreeSocketsPerOrigin = 24;

/** Requests with equal values may share connections. */
interface Route {
  readonly secure: boolean;
  readonly verify: boolean;
  readonly proxyUrl: string | undefined;
  readonly reuse: boolean;
}

const routeKey = ({ secure, verify, proxyUrl = '', reuse }: Route): string =>
  `${secure} ${verify} ${reuse} ${proxyUrl}`;

/** The target is passed on the request's options, from which the agent's connector reads it. */
interface ConnectorOptions {
  readonly target: Target;
  readonly connectTimeoutMs: number;
}

type CreateConnection = HttpAgent['createConnection'];

function connector({ secure, verify, proxyUrl }: Route, options: GuardedDispatcherOptions): CreateConnection {
  const { policy, trustedRoots } = options;
  const tls: TlsOptions = trustedRoots === undefined ? { verify } : { verify, trustedRoots };
  return (request, ready) => {
    const { target, connectTimeoutMs } = request as unknown as ConnectorOptions;
    const dialOptions: DialOptions = { policy, timeoutMs: connectTimeoutMs };
    if (proxyUrl === undefined) return secure ? dialTls(target, dialOptions, tls) : dial(target, dialOptions);

    dialThrough(proxyUrl, target, dialOptions).then(
      (tunnel) => ready?.(null, secure ? secureTunnel(tunnel, target, dialOptions, tls) : tunnel),
      (error: Error) => ready?.(error, undefined as never),
    );
    return undefined;
  };
}

function createAgent(route: Route, options: GuardedDispatcherOptions): HttpAgent {
  // An agent counts a connection that it gets by callback only once it is there: with a limit, requests
  // queued behind tunnels that fail would never be woken.
  const maxSockets = route.proxyUrl === undefined ? maxSocketsPerOrigin : Infinity;
  const settings = {
    ...pool,
    keepAlive: route.reuse,
    maxSockets,
    maxFreeSockets: maxFreeSocketsPerOrigin,
  };
  const agent = route.secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  agent.createConnection = connector(route, options);
  return agent;
}

interface Exchange {
  readonly response: Promise<IncomingMessage>;
  readonly usedKeptConnection: () => boolean;
}

const noAnswer = (message: string): AppError => new AppError('INVALID_RESPONSE', message);

function exchange(outgoing: OutgoingRequest, target: Target, agent: HttpAgent): Exchange {
  const { url, method = 'GET', headers, body, signal, connectTimeoutMs = defaultConnectTimeoutMs } = outgoing;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const connectorOptions: ConnectorOptions = { target, connectTimeoutMs };
  const request = send({
    ...connectorOptions,
    agent,
    method,
    host: target.host,
    port: target.port,
    path: `${url.pathname}${url.search}`,
    headers: ['Host', url.host, 'Connection', 'keep-alive', ...Object.entries(headers).flat()],
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: true,
    signal,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    const closed = () => reject(noAnswer("The page's server gave no answer."));
    request.once('close', closed);
    request.once('response', (answer) => {
      request.removeListener('close', closed);
      resolve(answer);
    });
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(noAnswer("The page's server switched to another protocol."));
    });
    // Stays for the request's whole life: bytes after a complete response are an error of the request, too.
    request.on('error', reject);
  });
  if (body instanceof Readable) body.pipe(request);
  else request.end(body);
  return { response, usedKeptConnection: () => request.reusedSocket };
}

/** A message that is framed twice may end elsewhere than we think, so that its connection is not used again. */
function distrustDoubleFraming(response: IncomingMessage): void {
  const { headers, socket } = response;
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] !== undefined)
    response.once('end', () => socket.destroy());
}

/** Repeating these changes nothing at the origin, even if the first request arrived. */
const isRepeatable = ({ method = 'GET', body }: OutgoingRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && body === undefined;

export function createGuardedDispatcher(options: GuardedDispatcherOptions): GuardedDispatcher {
  const agents = new Map<string, HttpAgent>();

  const agentFor = (route: Route): HttpAgent => {
    const key = routeKey(route);
    const agent = agents.get(key) ?? createAgent(route, options);
    agents.set(key, agent);
    return agent;
  };

  const attempt = (outgoing: OutgoingRequest, reuse: boolean): Exchange => {
    const target = options.policy.targetOf(outgoing.url);
    const secure = outgoing.url.protocol === 'https:';
    const verify = outgoing.skipTlsVerification !== true;
    return exchange(outgoing, target, agentFor({ secure, verify, proxyUrl: outgoing.proxyUrl, reuse }));
  };

  const dispatchOnce = async (outgoing: OutgoingRequest): Promise<IncomingMessage> => {
    const first = attempt(outgoing, true);
    try {
      return await first.response;
    } catch (error) {
      const wasStale = first.usedKeptConnection() && isStaleConnection(error);
      if (!wasStale || !isRepeatable(outgoing) || outgoing.signal.aborted) throw error;
      return attempt(outgoing, false).response;
    }
  };

  return {
    dispatch: async (outgoing) => {
      outgoing.signal.throwIfAborted();
      try {
        const response = await dispatchOnce(outgoing);
        distrustDoubleFraming(response);
        return response;
      } catch (error) {
        outgoing.signal.throwIfAborted();
        // Node throws these for a header or method that cannot be sent: our mistake, not the server's.
        throw error instanceof TypeError ? error : connectionFailure(error);
      }
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

/** The dispatcher on the real network, as functions run it. `allow`: `host:port` of targets that may be private. */
export const createEgressDispatcher = (allow: readonly string[], clock: Clock): GuardedDispatcher =>
  createGuardedDispatcher({
    policy: createEgressPolicy({ allow, resolveName: createCachingResolver(systemResolver, clock) }),
  });
