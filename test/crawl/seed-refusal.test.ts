import { expect, test } from 'vitest';

import { createSeedRefusal } from '#shared/crawl/lifecycle/seed-refusal.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';

const resolveName = () => Promise.reject(new Error('a name was resolved'));
const refusalWith = (allow: readonly string[]) =>
  createSeedRefusal(createEgressPolicy({ allow, resolveName }));

test.for([
  ['http://10.1.1.1/', 'FORBIDDEN_TARGET'],
  ['localhost:3000', 'FORBIDDEN_TARGET'],
  ['https://site.example:25/', 'FORBIDDEN_TARGET'],
  // What a name resolves to is found out when it is read.
  ['https://site.example/', undefined],
  ['site.example:8080/docs', undefined],
  // Another check says that it is no URL.
  ['nonsense', undefined],
] as const)('the spelling of %s is enough to refuse it, or is not: %s', ([url, code]) => {
  expect(refusalWith([])(url)?.code).toBe(code);
});

test('a host and port that the operator allows are not refused', () => {
  const refusalOf = refusalWith(['127.0.0.1:80', 'localhost:3000']);

  expect(refusalOf('http://127.0.0.1/')).toBeUndefined();
  expect(refusalOf('http://localhost:3000/docs')).toBeUndefined();
  expect(refusalOf('http://127.0.0.1:3000/')).toMatchObject({ code: 'FORBIDDEN_TARGET' });
  // Without a scheme it may mean http, which is allowed.
  expect(refusalOf('127.0.0.1')).toBeUndefined();
});
