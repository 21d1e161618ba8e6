import type { WebhookBody } from './contract.ts';

const toleranceSeconds = 5 * 60;

/** A delivery whose signature does not match, or that is too old: somebody else sent it, or sent it again. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The headers of a delivery: those of a `Request`, or of Node's `IncomingMessage`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookDelivery {
  readonly headers: WebhookHeaders;
  /** The body as it arrived. A body that was parsed and written again has another signature. */
  readonly body: string | Uint8Array;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
};

/**
 * The event of a delivery that the holder of `secret` (`whsec_…`) has signed as Standard Webhooks says. Rejects with
 * `WebhookVerificationError` for anything else. A delivery may arrive twice: remember the `webhook-id`s that were handled.
 */
export async function verifyWebhook(
  { headers, body }: WebhookDelivery,
  secret: string,
  { nowMs = Date.now() }: { readonly nowMs?: number } = {},
): Promise<WebhookBody> {
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The delivery is too old or has no time.');
  const key = bytesOf(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0)
    throw new WebhookVerificationError('The secret is not a webhook secret (whsec_…).');

  const encoder = new TextEncoder();
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${headerOf(headers, 'webhook-id')}.${timestamp}.`), content);
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const entry of headerOf(headers, 'webhook-signature').split(' ')) {
    const signature = entry.startsWith('v1,') ? bytesOf(entry.slice(3)) : undefined;
    if (signature !== undefined && (await subtle.verify('HMAC', imported, signature, signed)))
      return JSON.parse(new TextDecoder().decode(content)) as WebhookBody;
  }
  throw new WebhookVerificationError('The signature does not match.');
}
