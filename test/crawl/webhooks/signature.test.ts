import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';

import { newWebhookSecret } from '#shared/accounts/keys/api-key.ts';
import { signWebhook } from '#shared/crawl/webhooks/signature.ts';

describe('the signature of a webhook', () => {
  test('is that of the published example', () => {
    // Standard Webhooks 1.0.0, "Signature scheme".
    const headers = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    });

    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is accepted by the reference library with our keys’ secrets, and only for that body', () => {
    const secret = newWebhookSecret();
    const body = '{"type":"crawl.page","text":"страница"}';
    const headers = {
      ...signWebhook(secret, { id: 'a-1', timestampSeconds: Math.floor(Date.now() / 1000), body }),
    };

    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  });
});
