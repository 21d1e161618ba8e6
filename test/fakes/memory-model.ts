import { within } from '#shared/kernel/deadline.ts';
import type { JsonCompletion, JsonRequest, LanguageModel, ModelRequest } from '#shared/llm/language-model.ts';
import { refused, unavailable } from '#shared/llm/model-failure.ts';
import { jsonInText } from '#shared/llm/json-in-text.ts';
import { chatMessages, newMarker } from '#shared/llm/messages.ts';
import { estimatedTokens } from '#shared/llm/tokens.ts';

/** What a scripted model does when it is asked. */
export type ScriptedAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal' | 'too-long' | 'hang' | 'down' };

export interface ScriptedQuestion {
  /** The conversation as an endpoint would get it. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schema?: JsonRequest['schema'];
}

/** A model in this process that answers by the rule it is given. */
export function memoryModel(
  answer: (question: ScriptedQuestion) => ScriptedAnswer,
  { name = 'memory-model', contextTokens = 32_000 } = {},
): LanguageModel {
  const ask = async ({ deadline, onUsage, ...request }: ModelRequest & Partial<JsonRequest>) => {
    deadline.signal.throwIfAborted();
    const messages = chatMessages(request, newMarker());
    const { schema } = request;
    const question = messages.map(({ content }) => content).join('\n');
    const given = answer({ messages, ...(schema === undefined ? {} : { schema }) });
    if (given.kind === 'refusal') throw refused();
    if (given.kind === 'down') throw unavailable(new Error('The script says so.'));
    if (given.kind === 'hang') await within(new Promise<never>(() => {}), deadline.signal);
    const text = given.kind === 'text' ? given.text : '';
    const inputTokens = estimatedTokens(question);
    const isTooLong = given.kind === 'too-long' || inputTokens + request.budget.outputTokens > contextTokens;
    if (!isTooLong) onUsage?.({ inputTokens, outputTokens: estimatedTokens(text) });
    return { isTooLong, text };
  };
  return {
    name,
    contextTokens,
    completeText: async (request) => {
      const { text } = await ask(request);
      if (text.trim() === '') throw unavailable(new Error('The answer has no text.'));
      return { text, isCut: false, model: name };
    },
    completeJson: async (request): Promise<JsonCompletion> => {
      const { isTooLong, text } = await ask(request);
      if (isTooLong) return { kind: 'too-long', exceeding: 'question', model: name };
      if (text.trim() === '') throw unavailable(new Error('The answer has no text.'));
      const found = jsonInText(text);
      return found === undefined
        ? { kind: 'unreadable', text, model: name }
        : { kind: 'json', value: found.value, model: name };
    },
  };
}
