import type { WebhookMessage } from '#shared/contract/messages.ts';

/** At least once, in no particular order. */
export interface WebhookQueue {
  readonly send: (messages: readonly WebhookMessage[]) => Promise<void>;
}
