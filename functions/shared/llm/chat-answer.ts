import type { ChatCompletion } from 'openai/resources/chat/completions';

import { isObject } from '#shared/kernel/json.ts';
import type { TokenUsage } from './language-model.ts';
import { refused } from './model-failure.ts';
import { withoutThoughts } from './thoughts.ts';
import { estimatedTokens } from './tokens.ts';

export interface ChatAnswer {
  /** Without thoughts; blank when the token limit ended them. */
  readonly content: string;
  /** Whether the answer ended at the token limit. */
  readonly isCut: boolean;
  readonly model: string;
  readonly usage: TokenUsage;
}

/** A response of the endpoint, which may be anything. */
type Received = Partial<Pick<ChatCompletion, 'choices' | 'model' | 'usage'>> | string | null | undefined;

const tokenCount = (counted: unknown, text: string): number =>
  typeof counted === 'number' && counted >= 0 ? counted : estimatedTokens(text);

/** Some endpoints return a list of parts, of which only texts count. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts: readonly unknown[] = content;
  return parts
    .map((part) => (isObject(part) && 'text' in part ? part['text'] : part))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** Throws MODEL_REFUSED, or an Error when the response has no answer. */
export function chatAnswer(received: Received, question: string, name: string): ChatAnswer {
  const choices = typeof received === 'object' ? received?.choices : undefined;
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (typeof received !== 'object' || choice?.message === undefined)
    throw new Error('The response has no choice.');
  const { refusal } = choice.message;
  // Some endpoints send an empty refusal with every answer.
  const isRefusal = typeof refusal === 'string' && refusal.trim() !== '';
  if (isRefusal || choice.finish_reason === 'content_filter') throw refused();
  const written = contentText(choice.message.content);
  const content = withoutThoughts(written);
  const isCut = choice.finish_reason === 'length';
  if (content.trim() === '' && !isCut) throw new Error('The response is empty.');
  return {
    content,
    isCut,
    model: received?.model ?? name,
    usage: {
      inputTokens: tokenCount(received?.usage?.prompt_tokens, question),
      outputTokens: tokenCount(received?.usage?.completion_tokens, written),
    },
  };
}
