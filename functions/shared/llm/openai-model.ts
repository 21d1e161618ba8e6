import {
  type Asked,
  type AskEndpoint,
  type Conversation,
  createAskEndpoint,
  type ModelEndpoint,
  type OpenaiModelDeps,
} from './ask-endpoint.ts';
import { jsonInText } from './json-in-text.ts';
import {
  addUsage,
  type JsonCompletion,
  type JsonRequest,
  type LanguageModel,
  type ModelRequest,
  noUsage,
  type TextCompletion,
} from './language-model.ts';
import { type ChatMessage, chatMessages, messagesText, newMarker } from './messages.ts';
import { thoughtsOnly, unavailable } from './model-failure.ts';
import { estimatedTokens } from './tokens.ts';

/** A text that is still cut after these is returned as it is, and said to be cut. */
const maxContinuations = 2;

const conversationOf = ({
  budget,
  deadline,
  ...asking
}: ModelRequest & Partial<JsonRequest>): Conversation => ({
  messages: chatMessages(asking, newMarker()),
  outputTokens: budget.outputTokens,
  deadline,
  ...(asking.schema === undefined ? {} : { schema: asking.schema }),
});

/** Asks the endpoint to go on where its text was cut. */
const continued = (messages: readonly ChatMessage[], text: string): readonly ChatMessage[] => [
  ...messages,
  { role: 'assistant', content: text },
  { role: 'user', content: 'Go on exactly where you stopped, and repeat nothing.' },
];

/** Thoughts count as output: an answer after thoughts may take this many times the tokens of the answer. */
const tokensWithThoughts = 4;

const hasThoughtsOnly = (asked: Asked): boolean =>
  asked.kind === 'answer' && asked.isCut && asked.content.trim() === '';

/**
 * Asks once more with a larger budget, within the context, when thoughts took all of the first one. When that helps,
 * later questions have the larger budget at once. Rejects with MODEL_UNAVAILABLE when all of it went into thoughts, too.
 */
function withRoomForThoughts(ask: AskEndpoint, contextTokens: number): AskEndpoint {
  let isThinking = false;
  return async (conversation) => {
    const { messages, outputTokens } = conversation;
    const wanted = outputTokens * tokensWithThoughts;
    const left = contextTokens - estimatedTokens(messagesText(messages));
    const larger = Math.max(outputTokens, Math.min(wanted, left));
    const first = await ask({ ...conversation, outputTokens: isThinking ? larger : outputTokens });
    if (!hasThoughtsOnly(first)) return first;
    const hasMore = !isThinking && larger > outputTokens;
    const second = hasMore ? await ask({ ...conversation, outputTokens: larger }) : first;
    if (!hasThoughtsOnly(second)) isThinking ||= second.kind === 'answer';
    // A question that left less room than that is worth asking in parts.
    else if (larger === wanted) throw thoughtsOnly();
    return second;
  };
}

async function completeText(ask: AskEndpoint, request: ModelRequest): Promise<TextCompletion> {
  const conversation = conversationOf(request);
  let text = '';
  let usage = noUsage;
  for (let continuation = 0; ; continuation += 1) {
    const messages = continuation === 0 ? conversation.messages : continued(conversation.messages, text);
    const answer = await ask({ ...conversation, messages });
    if (answer.kind === 'too-long') throw unavailable(new Error('The question does not fit.'));
    text += answer.content;
    usage = addUsage(usage, answer.usage);
    if (text.trim() === '') throw unavailable(new Error('The answer has no text.'));
    if (answer.isCut && continuation < maxContinuations) continue;
    return { text, isCut: answer.isCut, model: answer.model, usage };
  }
}

async function completeJson(
  ask: AskEndpoint,
  { name, contextTokens }: ModelEndpoint,
  request: JsonRequest,
): Promise<JsonCompletion> {
  const conversation = conversationOf(request);
  const inputTokens = estimatedTokens(messagesText(conversation.messages));
  if (inputTokens + conversation.outputTokens > contextTokens)
    return { kind: 'too-long', exceeding: 'question', model: name, usage: noUsage };
  const answer = await ask(conversation);
  if (answer.kind === 'too-long')
    return { kind: 'too-long', exceeding: 'question', model: name, usage: noUsage };
  const { model, usage, content, isCut } = answer;
  if (isCut) return { kind: 'too-long', exceeding: 'answer', model, usage };
  const found = jsonInText(content);
  return found === undefined
    ? { kind: 'unreadable', text: content, model, usage }
    : { kind: 'json', value: found.value, model, usage };
}

/** A model behind an OpenAI-compatible endpoint. */
export function openaiModel(endpoint: ModelEndpoint, deps: OpenaiModelDeps): LanguageModel {
  const ask = withRoomForThoughts(createAskEndpoint(endpoint, deps), endpoint.contextTokens);
  return {
    name: endpoint.name,
    contextTokens: endpoint.contextTokens,
    completeText: (request) => completeText(ask, request),
    completeJson: (request) => completeJson(ask, endpoint, request),
  };
}
