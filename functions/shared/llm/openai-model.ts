import OpenAI from 'openai';

import type { Clock } from '#shared/kernel/clock.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type ChatAnswer, chatAnswer } from './chat-answer.ts';
import { type Dialect, fullDialect, isSchemaObjection, plainerDialect, responseFormat } from './dialect.ts';
import { jsonInText } from './json-in-text.ts';
import {
  addUsage,
  type JsonCompletion,
  type JsonRequest,
  type LanguageModel,
  type ModelRequest,
  noUsage,
} from './language-model.ts';
import { type ChatMessage, chatMessages, newMarker } from './messages.ts';
import { type FailedCall, failedCall, unavailable, withoutKey } from './model-failure.ts';
import type { ModelKey } from './model-key.ts';
import { countUsage, type TokenPrices } from './model-metrics.ts';
import { estimatedTokens } from './tokens.ts';

export interface ModelEndpoint {
  /** Any OpenAI-compatible endpoint; the operator's word. */
  readonly baseUrl: string | undefined;
  readonly name: string;
  readonly key: ModelKey;
  readonly contextTokens: number;
  readonly prices: TokenPrices;
}

export interface OpenaiModelDeps {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly metrics: Metrics;
}

interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly outputTokens: number;
  readonly schema?: JsonRequest['schema'];
  readonly deadline: Deadline;
}

type Asked = ({ readonly kind: 'answer' } & ChatAnswer) | { readonly kind: 'too-long' };

const maxAttempts = 4;
const firstPauseMs = 250;
/** The client's own timeout stands behind the deadline's signal, whose reason is the one to reject with. */
const signalFirstMs = 1_000;
/** A text that is still cut after these is given as it is. */
const maxContinuations = 2;

const askForJson = (schema: JsonRequest['schema']): ChatMessage => ({
  role: 'user',
  content: `Answer with JSON alone, without a code block or a word around it, valid against this JSON Schema:\n${JSON.stringify(schema)}`,
});

/** Structured outputs are enforced by the endpoint; in every other form the question must ask for the JSON. */
function worded({ messages, schema }: Conversation, dialect: Dialect) {
  if (schema === undefined) return { messages, format: {} };
  const format = responseFormat(dialect, schema);
  const isEnforced = 'response_format' in format && format.response_format.type === 'json_schema';
  return { messages: isEnforced ? messages : [...messages, askForJson(schema)], format };
}

const textOf = (messages: readonly ChatMessage[]): string =>
  messages.map(({ content }) => content).join('\n');

/** A model behind an OpenAI-compatible endpoint (`POST /chat/completions`, which all of them have). */
export function openaiModel(
  { baseUrl, name, key, contextTokens, prices }: ModelEndpoint,
  { clock, pause, metrics }: OpenaiModelDeps,
): LanguageModel {
  const client = new OpenAI({
    apiKey: key.read,
    // Retried here, where the caller's deadline is known.
    maxRetries: 0,
    logLevel: 'off',
    fetch: boundedFetch,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  /** What the endpoint was found to understand, remembered while this process lives. */
  let learned = fullDialect;

  async function call(conversation: Conversation, dialect: Dialect): Promise<ChatAnswer> {
    const { messages, format } = worded(conversation, dialect);
    metrics.count('ModelCalls');
    const received = await client.chat.completions.create(
      {
        model: name,
        messages: [...messages],
        [dialect.limit]: conversation.outputTokens,
        ...(dialect.temperature ? { temperature: 0 } : {}),
        ...format,
      },
      { signal: conversation.deadline.signal, timeout: conversation.deadline.remainingMs() + signalFirstMs },
    );
    const answer = chatAnswer(received, textOf(messages), name);
    countUsage(metrics, prices, answer.usage);
    return answer;
  }

  /** Waits before another try. Rejects when there is no use, or no time, for one. */
  async function beforeNextTry(failure: FailedCall, attempt: number, deadline: Deadline, error: unknown) {
    if (failure.kind === 'key-refused' && attempt === 1 && key.forget()) return;
    const mayPass = failure.kind === 'again' || (failure.kind === 'objection' && failure.status >= 500);
    const asked = failure.kind === 'again' ? failure.afterMs : undefined;
    const waitMs = asked ?? firstPauseMs * 2 ** attempt;
    if (!mayPass || attempt >= maxAttempts || waitMs >= deadline.remainingMs()) {
      metrics.count('ModelFailures');
      // A key that cannot be read is in no endpoint's words.
      const used = await key.read().catch(() => undefined);
      throw unavailable(withoutKey(error, used), asked);
    }
    await pause(waitMs, deadline.signal);
    deadline.signal.throwIfAborted();
  }

  async function ask(conversation: Conversation): Promise<Asked> {
    const { deadline } = conversation;
    let dialect = learned;
    let isOneSchema = false;
    for (let attempt = 1; ;) {
      deadline.signal.throwIfAborted();
      try {
        const answer = await call(conversation, dialect);
        learned = isOneSchema ? { ...dialect, format: learned.format } : dialect;
        return { kind: 'answer', ...answer };
      } catch (error) {
        deadline.signal.throwIfAborted();
        if (error instanceof AppError) throw error;
        const failure = failedCall(error, clock.now());
        if (failure.kind === 'too-long') return { kind: 'too-long' };
        const plainer =
          failure.kind === 'objection' ? plainerDialect(dialect, failure.status, failure.words) : undefined;
        if (plainer !== undefined) {
          isOneSchema ||= failure.kind === 'objection' && isSchemaObjection(failure.words);
          dialect = plainer;
          continue;
        }
        await beforeNextTry(failure, attempt, deadline, error);
        attempt += 1;
      }
    }
  }

  const conversationOf = ({ budget, deadline, ...request }: ModelRequest): Conversation => ({
    messages: chatMessages(request, newMarker()),
    outputTokens: budget.outputTokens,
    deadline,
  });

  return {
    name,
    contextTokens,
    completeText: async (request) => {
      const conversation = conversationOf(request);
      let text = '';
      let usage = noUsage;
      for (let continuation = 0; ; continuation += 1) {
        const messages: readonly ChatMessage[] =
          text === ''
            ? conversation.messages
            : [
                ...conversation.messages,
                { role: 'assistant', content: text },
                { role: 'user', content: 'Go on exactly where you stopped, and repeat nothing.' },
              ];
        const answer = await ask({ ...conversation, messages });
        if (answer.kind === 'too-long') throw unavailable(new Error('The question does not fit.'));
        text += answer.content;
        usage = addUsage(usage, answer.usage);
        if (answer.isCut && continuation < maxContinuations) continue;
        if (text.trim() === '') throw unavailable(new Error('The answer has no text.'));
        return { text, model: answer.model, usage };
      }
    },
    completeJson: async ({ schema, ...request }): Promise<JsonCompletion> => {
      const conversation = { ...conversationOf(request), schema };
      const asked = estimatedTokens(textOf(conversation.messages) + JSON.stringify(schema));
      if (asked + conversation.outputTokens > contextTokens)
        return { kind: 'too-long', model: name, usage: noUsage };
      const answer = await ask(conversation);
      if (answer.kind === 'too-long') return { kind: 'too-long', model: name, usage: noUsage };
      const { model, usage, content, isCut } = answer;
      if (isCut) return { kind: 'too-long', model, usage };
      const found = jsonInText(content);
      return found === undefined
        ? { kind: 'unreadable', text: content, model, usage }
        : { kind: 'json', value: found.value, model, usage };
    },
  };
}
