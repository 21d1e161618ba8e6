import type { WebhookMessage } from '#shared/contract/messages.ts';

/** Delivers at least once, in no particular order. */
export interface WebhookQueue {
  readonly send: (messages: readonly WebhookMessage[]) => Promise<void>;
}
