import type { Socket } from 'node:net';

import { type AppError, isAppError } from '#shared/kernel/errors.ts';

import { connectionFailure } from './connection-failure.ts';
import { dial } from './dial.ts';
import type { ProxyContext } from './proxy-context.ts';
import { dialThrough } from './upstream-proxy.ts';

const refusal = (error: AppError): string =>
  isAppError(error, 'FORBIDDEN_TARGET')
    ? 'HTTP/1.1 403 Forbidden\r\n\r\n'
    : 'HTTP/1.1 502 Bad Gateway\r\n\r\n';

/** Copies bytes both ways until either side ends; they are counted and bounded, not inspected. */
function relay(client: Socket, remote: Socket, { counters, limits }: ProxyContext): void {
  let bytes = 0;
  const count = (direction: 'receivedBytes' | 'sentBytes') => (chunk: Buffer) => {
    counters[direction] += chunk.length;
    bytes += chunk.length;
    if (bytes <= limits.connectionBytes) return;
    client.destroy();
    remote.destroy();
  };
  client.on('data', count('sentBytes')).pipe(remote);
  remote.on('data', count('receivedBytes')).pipe(client);
}

async function reach(authority: string, client: Socket, context: ProxyContext): Promise<Socket> {
  const { policy, upstreamProxyUrl, connectTimeoutMs } = context;
  const target = policy.targetOfAuthority(authority);
  const options = { policy, timeoutMs: connectTimeoutMs };
  if (upstreamProxyUrl !== undefined) return dialThrough(upstreamProxyUrl, target, options);
  return new Promise<Socket>((resolve, reject) => {
    const remote = dial(target, options);
    remote.once('connect', () => resolve(remote)).on('error', reject);
    client.once('close', () => remote.destroy());
  });
}

/** Answers CONNECT: with a tunnel to the checked address, or with a refusal that says nothing about it. */
export function openTunnel(authority: string, client: Socket, head: Buffer, context: ProxyContext): void {
  client.setTimeout(context.limits.idleMs, () => client.destroy());
  client.on('error', () => client.destroy());
  reach(authority, client, context).then(
    (remote) => {
      remote.on('error', () => client.destroy()).once('close', () => client.end());
      client.once('close', () => remote.destroy());
      if (client.destroyed) {
        remote.destroy();
        return;
      }
      context.counters.forwarded += 1;
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
      relay(client, remote, context);
    },
    (error: unknown) => {
      const failure = connectionFailure(error);
      context.fail(authority, failure);
      client.end(refusal(failure));
    },
  );
}
