import OpenAI from 'openai';

import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, within } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { Secret } from '#shared/kernel/secret.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type ChatAnswer, chatAnswer } from './chat-answer.ts';
import {
  type Dialect,
  droppedFeature,
  type DroppedFeature,
  fullDialect,
  responseFormat,
  without,
} from './dialect.ts';
import type { JsonRequest, TokenUsage } from './language-model.ts';
import { type ChatMessage, messagesText } from './messages.ts';
import {
  type FailedCall,
  failedCall,
  keyUnreadable,
  refused,
  unavailable,
  withoutKey,
} from './model-failure.ts';

/** US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

export interface ModelEndpoint {
  /** Any OpenAI-compatible endpoint; set by the operator. */
  readonly baseUrl: string | undefined;
  readonly name: string;
  readonly key: Secret;
  readonly contextTokens: number;
  readonly prices: TokenPrices;
}

export interface OpenaiModelDeps {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly metrics: Metrics;
}

export interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly outputTokens: number;
  /** When given, the answer must be JSON, as the messages say. */
  readonly schema?: JsonRequest['schema'];
  readonly deadline: Deadline;
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined;
}

export type Asked =
  | ({ readonly kind: 'answer' } & ChatAnswer)
  | { readonly kind: 'too-long' }
  /** The model gives no answers of so many tokens. */
  | { readonly kind: 'budget-too-large' };

/** Rejects with MODEL_UNAVAILABLE, MODEL_REFUSED, or with the reason of the deadline's signal. */
export type AskEndpoint = (conversation: Conversation) => Promise<Asked>;

const maxAttempts = 4;
const firstPauseMs = 250;
/** The client's own timeout comes this much after the deadline's signal, whose reason is the one to reject with. */
const signalFirstMs = 1_000;

/** A dollar per million tokens is a microdollar per token. */
function countUsage(metrics: Metrics, prices: TokenPrices, { inputTokens, outputTokens }: TokenUsage): void {
  metrics.count('ModelInputTokens', inputTokens);
  metrics.count('ModelOutputTokens', outputTokens);
  metrics.count('ModelCostMicrodollars', inputTokens * prices.input + outputTokens * prices.output);
}

type Call = (conversation: Conversation, dialect: Dialect) => Promise<ChatAnswer>;

function createCall({ baseUrl, name, key, prices }: ModelEndpoint, metrics: Metrics): Call {
  const client = new OpenAI({
    apiKey: key.read,
    // Retried by `createAskEndpoint`, which knows the deadline.
    maxRetries: 0,
    logLevel: 'off',
    fetch: boundedFetch,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  return async (conversation, dialect) => {
    const { messages, schema, outputTokens, deadline, onUsage } = conversation;
    await within(key.read(), deadline.signal).catch((cause: unknown) => {
      throw keyUnreadable(cause);
    });
    metrics.count('ModelCalls');
    const received = await client.chat.completions.create(
      {
        model: name,
        messages: [...messages],
        [dialect.limit]: outputTokens,
        ...(dialect.temperature ? { temperature: 0 } : {}),
        ...responseFormat(dialect, schema),
      },
      { signal: deadline.signal, timeout: deadline.remainingMs() + signalFirstMs },
    );
    const answer = chatAnswer(received, messagesText(messages), name);
    countUsage(metrics, prices, answer.usage);
    onUsage?.(answer.usage);
    return answer;
  };
}

type Retry = (failure: FailedCall, attempt: number, deadline: Deadline, error: unknown) => Promise<void>;

/** Waits before another attempt. Rejects with MODEL_UNAVAILABLE when an attempt would be useless or too late. */
const createRetry =
  (key: Secret, { pause, metrics }: OpenaiModelDeps): Retry =>
  async (failure, attempt, deadline, error) => {
    if (failure.kind === 'key-refused' && attempt === 1 && key.forget()) return;
    const mayPass = failure.kind === 'again' || (failure.kind === 'objection' && failure.status >= 500);
    const retryAfterMs = failure.kind === 'again' ? failure.afterMs : undefined;
    const waitMs = retryAfterMs ?? firstPauseMs * 2 ** attempt;
    if (!mayPass || attempt >= maxAttempts || waitMs >= deadline.remainingMs()) {
      metrics.count('ModelFailures');
      // A key that cannot be read is in no message of the endpoint.
      const used = await key.read().catch(() => undefined);
      throw unavailable(withoutKey(error, used), retryAfterMs);
    }
    await pause(waitMs, deadline.signal);
    deadline.signal.throwIfAborted();
  };

/** `POST /chat/completions`, which all OpenAI-compatible endpoints have, in the fullest dialect that this one takes. */
export function createAskEndpoint(endpoint: ModelEndpoint, deps: OpenaiModelDeps): AskEndpoint {
  const call = createCall(endpoint, deps.metrics);
  const retry = createRetry(endpoint.key, deps);
  /** The dialect that the endpoint was found to take, remembered while this process lives. */
  let learned = fullDialect;

  return async (conversation) => {
    const { deadline, schema } = conversation;
    const known = learned;
    const dropped: DroppedFeature[] = [];
    for (let attempt = 1; ;) {
      deadline.signal.throwIfAborted();
      const dialect = without(known, dropped);
      try {
        const answer = await call(conversation, dialect);
        learned = without(
          learned,
          dropped.filter(({ isLasting }) => isLasting),
        );
        return { kind: 'answer', ...answer };
      } catch (error) {
        deadline.signal.throwIfAborted();
        if (error instanceof AppError) throw error;
        const failure = failedCall(error, deps.clock.now());
        if (failure.kind === 'too-long' || failure.kind === 'budget-too-large') return { kind: failure.kind };
        if (failure.kind === 'content-refused') throw refused();
        const feature = failure.kind === 'objection' ? droppedFeature(dialect, schema, failure) : undefined;
        if (feature === undefined) {
          await retry(failure, attempt, deadline, error);
          attempt += 1;
        } else dropped.push(feature);
      }
    }
  };
}
