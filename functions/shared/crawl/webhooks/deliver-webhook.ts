import type { GuardedDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { signWebhook } from './signature.ts';

export interface OutgoingWebhook {
  readonly url: string;
  /** The caller's headers. Ours take precedence, except for the user agent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly body: string;
  readonly secret: string;
}

/** Resolves to the receiver's HTTP status, or to `undefined` without a response in time. Redirects are not followed. */
export type DeliverWebhook = (webhook: OutgoingWebhook) => Promise<number | undefined>;

/** Time for the receiver's response. */
const answerMs = 10_000;

/** A name that a caller spells otherwise is the same field (RFC 9110, section 5.1), and would be sent twice. */
const lowered = (headers: OutgoingWebhook['headers']): OutgoingWebhook['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export function createDeliverWebhook(
  dispatcher: GuardedDispatcher,
  { clock, userAgentToken }: { readonly clock: Clock; readonly userAgentToken: string },
): DeliverWebhook {
  return async ({ url, headers, id, body, secret }) => {
    const timestampSeconds = Math.floor(clock.now() / 1000);
    try {
      const response = await dispatcher.dispatch({
        url: new URL(url),
        method: 'POST',
        headers: {
          'user-agent': userAgentToken,
          ...lowered(headers),
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          ...signWebhook(secret, { id, timestampSeconds, body }),
        },
        body,
        signal: AbortSignal.timeout(answerMs),
      });
      response.destroy();
      return response.statusCode;
    } catch {
      return undefined;
    }
  };
}
