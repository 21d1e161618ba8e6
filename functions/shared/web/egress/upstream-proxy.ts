import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Socket, isIPv4, isIPv6 } from 'node:net';

import { AppError } from '#shared/kernel/errors.ts';

import type { DialOptions } from './dial.ts';
import type { Target } from './egress-policy.ts';

const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', "The deployment's upstream proxy is not available.", { cause });

const unreachable = (status: number): AppError =>
  new AppError('CONNECTION_FAILED', "The upstream proxy could not connect to the page's server.", {
    cause: `CONNECT answered ${status}`,
  });

const authorityOf = (address: string, port: number): string =>
  isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;

const credentialsOf = (proxy: URL): Readonly<Record<string, string>> => {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
};

function connectVia(proxy: URL, authority: string, timeoutMs: number): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      ...(proxy.port === '' ? {} : { port: proxy.port }),
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: { host: authority, ...credentialsOf(proxy) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.once('connect', (response: IncomingMessage, socket: Socket, head: Buffer) => {
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(
        response.statusCode === 407
          ? unavailable('CONNECT answered 407')
          : unreachable(response.statusCode ?? 0),
      );
    });
    // Most proxies refuse CONNECT with a plain response, which Node emits as `connect`, too; an error here
    // means a proxy that cannot be reached or does not speak HTTP.
    request.on('error', (error) => reject(unavailable(error)));
    request.end();
  });
}

/**
 * A tunnel through the operator's proxy. The proxy is asked for the address that was checked, not for the
 * name: it may be in a private network, and would resolve the name a second time.
 */
export async function dialThrough(
  proxyUrl: string,
  target: Target,
  { policy, timeoutMs }: DialOptions,
): Promise<Socket> {
  const addresses = await policy.addressesOf(target);
  const address = addresses.find((candidate) => isIPv4(candidate)) ?? addresses[0] ?? target.host;
  return connectVia(new URL(proxyUrl), authorityOf(address, target.port), timeoutMs);
}
