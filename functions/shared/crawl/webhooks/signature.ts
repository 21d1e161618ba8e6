import { createHmac } from 'node:crypto';

/** The headers of one delivery. */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const secretPrefix = 'whsec_';

/**
 * Signs a body as Standard Webhooks 1.0.0 says (symmetric, `v1`): HMAC-SHA256 over `id.timestamp.body` with the
 * base64 part of the secret. `timestampSeconds` is when this attempt is made.
 */
export function signWebhook(
  secret: string,
  {
    id,
    timestampSeconds,
    body,
  }: { readonly id: string; readonly timestampSeconds: number; readonly body: string },
): SignedHeaders {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  const timestamp = String(timestampSeconds);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
