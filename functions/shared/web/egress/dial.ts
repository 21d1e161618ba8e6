import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { callbackify } from 'node:util';

import { AppError } from '#shared/kernel/errors.ts';

import type { EgressPolicy, Target } from './egress-policy.ts';

export interface DialOptions {
  readonly policy: EgressPolicy;
  readonly timeoutMs: number;
}

export interface TlsOptions {
  readonly verify: boolean;
  /** Instead of the roots that come with Node. */
  readonly trustedRoots?: readonly string[];
}

/** Time for one address before the next is tried; ordinary round trips are far shorter. */
const attemptMs = 1_000;

/**
 * Answers the socket's only look-up with the checked addresses. The name is not resolved a second
 * time, so an answer that changes between check and dial (DNS rebinding) changes nothing.
 */
function checkedLookup(policy: EgressPolicy, target: Target): LookupFunction {
  const records = async () => {
    const addresses = await policy.addressesOf(target);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (_hostname, _options, callback) => {
    callbackify(records)((error, found) => callback(error, error === null ? found : []));
  };
}

function failAfter<Dialled extends Socket>(socket: Dialled, timeoutMs: number, ready: string): Dialled {
  const timer = setTimeout(
    () =>
      socket.destroy(
        new AppError('CONNECTION_FAILED', "The page's server did not accept the connection in time."),
      ),
    timeoutMs,
  );
  const stop = () => clearTimeout(timer);
  return socket.once(ready, stop).once('close', stop);
}

const routeTo = (target: Target, policy: EgressPolicy) => ({
  host: target.host,
  port: target.port,
  lookup: checkedLookup(policy, target),
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: attemptMs,
  noDelay: true,
});

/** A socket that connects to the target; refusals and failures are emitted as `error`. */
export function dial(target: Target, { policy, timeoutMs }: DialOptions): Socket {
  return failAfter(connect(routeTo(target, policy)), timeoutMs, 'connect');
}

const tlsSettings = (target: Target, { verify, trustedRoots }: TlsOptions) => ({
  // An address has no server name (RFC 6066, section 3); the certificate is still matched against it.
  servername: isIP(target.host) === 0 ? target.host : '',
  ALPNProtocols: ['http/1.1'],
  ...(trustedRoots === undefined ? {} : { ca: [...trustedRoots] }),
  // Callers who skip verification want to read neglected servers, which also speak TLS versions that Node has retired.
  ...(verify
    ? {}
    : { rejectUnauthorized: false, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }),
});

export function dialTls(target: Target, { policy, timeoutMs }: DialOptions, tls: TlsOptions): TLSSocket {
  const socket = connectTls({ ...routeTo(target, policy), ...tlsSettings(target, tls) });
  return failAfter(socket, timeoutMs, 'secureConnect');
}

/** TLS with the target through a tunnel that already leads there. */
export function secureTunnel(
  tunnel: Socket,
  target: Target,
  { timeoutMs }: DialOptions,
  tls: TlsOptions,
): TLSSocket {
  const socket = connectTls({ socket: tunnel, host: target.host, ...tlsSettings(target, tls) });
  return failAfter(socket, timeoutMs, 'secureConnect');
}
