import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { expect, test } from 'vitest';

import { routeOf, sourceIpOf } from '../../lib/local/gateway-event.ts';
import type { LocalMethod } from '../../lib/local/local-api.ts';

const method = (httpMethod: string, resource: string): LocalMethod => ({
  httpMethod,
  resource,
  resourceId: resource,
  requiredHeaders: [],
  integration: { kind: 'fixed', status: 200, headers: {} },
});

const methods = [method('ANY', '/other/{proxy+}'), method('GET', '/other/own'), method('GET', '/one/{id}')];

test.for([
  ['/other/a/b%20c', '/other/{proxy+}', { proxy: 'a/b c' }],
  ['/other/own', '/other/own', {}],
  ['/one/a', '/one/{id}', { id: 'a' }],
] as const)('a path goes to its route: %s', ([path, resource, parameters]) => {
  const route = routeOf(methods, 'GET', path);

  expect([route?.method.resource, route?.pathParameters]).toEqual([resource, parameters]);
});

test.for(['/other', '/other/', '/one/a/b'])('no route takes %s', (path) => {
  expect(routeOf(methods, 'GET', path)).toBeUndefined();
});

test.for([
  ['is what the proxy has added to the header', true, 'evil, 203.0.113.7', '203.0.113.7'],
  ['is that of the connection where no proxy is', false, '203.0.113.7', '127.0.0.1'],
  ['is that of the proxy where it says nothing', true, undefined, '127.0.0.1'],
  ['is that of the proxy where it passes on no address', true, 'unknown', '127.0.0.1'],
] as const)('the address of a caller %s', ([, isBehindProxy, forwarded, address]) => {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value: '127.0.0.1' });
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;

  expect(sourceIpOf(request, isBehindProxy)).toBe(address);
});
