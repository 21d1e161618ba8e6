import { expect, test } from 'vitest';

import { routeOf } from '../../lib/local/gateway-event.ts';
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
