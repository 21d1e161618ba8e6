import type { GuardedDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { signWebhook } from './signature.ts';

export interface OutgoingWebhook {
  readonly url: string;
  /** The caller's own; ours win. */
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly body: string;
  readonly secret: string;
}

/** HTTP status of the receiver's answer; `undefined` when there was none in time. A redirect is an answer. */
export type DeliverWebhook = (webhook: OutgoingWebhook) => Promise<number | undefined>;

/** Decisions: Webhook. An answer after that is no answer. */
const answerMs = 10_000;

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
          ...headers,
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
