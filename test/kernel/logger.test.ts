import { expect, test } from 'vitest';

import { redact } from '#shared/kernel/logger.ts';

const logged = (value: object): string => JSON.stringify(value, redact);

test.for([
  [{ 'x-api-key': 'wnk_secret' }],
  [{ Authorization: 'Bearer wnk_secret' }],
  [{ apiKey: 'wnk_secret' }],
  [{ cookie: 'session=wnk_secret' }],
  [{ webhookSecret: 'wnk_secret' }],
  [{ query: { api_key: 'wnk_secret' } }],
  [{ message: 'GET /api/v1/usage?api_key=wnk_secret&x=1' }],
  [{ message: 'sent Bearer wnk_secret' }],
  [{ deep: [{ url: 'https://a.example/?a=1&API_KEY=wnk_secret' }] }],
])('a key in %j does not reach the log', ([value]) => {
  expect(logged(value!)).not.toContain('secret"');
  expect(logged(value!)).not.toContain('wnk_secret');
});

test('what is no secret is logged as it is', () => {
  expect(logged({ resource: '/api/v1/scrape', status: 200, keyId: 'key_1' })).toBe(
    '{"resource":"/api/v1/scrape","status":200,"keyId":"key_1"}',
  );
});
