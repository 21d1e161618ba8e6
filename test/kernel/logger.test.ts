import { expect, test, vi } from 'vitest';

import { createLogger } from '#shared/kernel/logger.ts';

/** What a log line holds of a value, as JSON. */
function logged(value: object): string {
  const lines: string[] = [];
  const written = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  createLogger('test').info('a line', { value });
  written.mockRestore();
  return JSON.stringify((JSON.parse(lines.join('')) as { readonly value: unknown }).value);
}

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

test('values that are no secrets are logged unchanged', () => {
  expect(logged({ resource: '/api/v1/scrape', status: 200, keyId: 'key_1' })).toBe(
    '{"resource":"/api/v1/scrape","status":200,"keyId":"key_1"}',
  );
});
