import { describe, expect, test } from 'vitest';

import { signWebhook } from '#shared/crawl/webhooks/signature.ts';
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/src/index.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const nowMs = Date.UTC(2026, 10, 22, 14, 0, 0);
const event = {
  type: 'crawl.completed',
  id: 'crawl_B5atS7SLMI7nzOvLer0J7w',
  sequence: 4,
  timestamp: '2026-11-22T14:00:00.000Z',
  success: true,
  data: [],
  metadata: { name: 'Ålder' },
};
const body = JSON.stringify(event);
const headers = { ...signWebhook(secret, { id: 'msg_1', timestampSeconds: nowMs / 1_000, body }) };

const verified = (changed: object = {}, key = secret, at = nowMs) =>
  verifyWebhook({ headers, body, ...changed }, key, { nowMs: at });

describe('verifyWebhook', () => {
  test.for([
    ['headers of Node and text', {}],
    ['headers of a Request', { headers: new Headers(headers) }],
    ['bytes', { body: new TextEncoder().encode(body) }],
    [
      'one of several signatures',
      { headers: { ...headers, 'webhook-signature': `v1,AAAA v1a,x ${headers['webhook-signature']}` } },
    ],
  ] as const)('takes what the service signs: %s', async ([, changed]) => {
    expect(await verified(changed)).toEqual(event);
  });

  test.for([
    ['another body', { body: body.replace('true', 'false') }],
    ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }],
    ['no signature', { headers: { ...headers, 'webhook-signature': '' } }],
    [
      'a signature of another version',
      { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') } },
    ],
    ['a signature that is no base64', { headers: { ...headers, 'webhook-signature': 'v1,%%%' } }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': String(nowMs / 1_000 + 1) } }],
    ['no time', { headers: { ...headers, 'webhook-timestamp': '' } }],
    ['no headers', { headers: {} }],
  ] as const)('refuses %s', async ([, changed]) => {
    await expect(verified(changed)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test('refuses another secret, and one that is none', async () => {
    await expect(verified({}, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).rejects.toThrow('does not match');
    await expect(verified({}, 'whsec_')).rejects.toThrow('not a webhook secret');
  });

  test('refuses a delivery that is sent again after five minutes', async () => {
    await expect(verified({}, secret, nowMs + 301_000)).rejects.toThrow('too old');
    expect(await verified({}, secret, nowMs + 299_000)).toEqual(event);
  });
});
