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
  type JsonCompletion,
  type JsonRequest,
  type LanguageModel,
  type ModelRequest,
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
  onUsage,
  ...asking
}: ModelRequest & Partial<JsonRequest>): Conversation => ({
  messages: chatMessages(asking, newMarker()),
  outputTokens: budget.outputTokens,
  deadline,
  onUsage,
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

type Answered = Extract<Asked, { readonly kind: 'answer' }>;

/** The model's answer, or the reason why it gave none. `thoughts-only`: its reasoning took all of its tokens. */
type Completed = Exclude<Asked, { readonly kind: 'budget-too-large' }> | { readonly kind: 'thoughts-only' };

const hasThoughtsOnly = ({ isCut, content }: Answered): boolean => isCut && content.trim() === '';

/**
 * Asks once more with a larger budget, within the context, when thoughts took all of the first one. When that helps,
 * later questions have the larger budget at once; a model that gives no answers of that size keeps the first.
 */
function withRoomForThoughts(ask: AskEndpoint, contextTokens: number) {
  let isThinking = false;
  let hasLarger = true;

  const askFor = async (conversation: Conversation, larger: number): Promise<Asked> => {
    const asked = await ask({ ...conversation, outputTokens: larger });
    if (asked.kind !== 'budget-too-large' || larger === conversation.outputTokens) return asked;
    hasLarger = false;
    return ask(conversation);
  };

  return async (conversation: Conversation): Promise<Completed> => {
    const { messages, outputTokens } = conversation;
    const wanted = outputTokens * (hasLarger ? tokensWithThoughts : 1);
    const left = contextTokens - estimatedTokens(messagesText(messages));
    const larger = Math.max(outputTokens, Math.min(wanted, left));
    const first = await askFor(conversation, isThinking ? larger : outputTokens);
    if (first.kind === 'budget-too-large')
      throw unavailable(new Error('The model gives shorter answers only.'));
    if (first.kind !== 'answer' || !hasThoughtsOnly(first)) return first;
    // A question that leaves less room than that is worth asking in parts.
    const end: Completed = larger === wanted ? { kind: 'thoughts-only' } : first;
    if (isThinking || larger === outputTokens) return end;
    const second = await ask({ ...conversation, outputTokens: larger });
    if (second.kind === 'budget-too-large') {
      hasLarger = false;
      return { kind: 'thoughts-only' };
    }
    if (second.kind !== 'answer') return second;
    if (hasThoughtsOnly(second)) return end;
    isThinking = true;
    return second;
  };
}

type Complete = ReturnType<typeof withRoomForThoughts>;

/** Why there is no text. */
const failureOf = ({ kind }: Exclude<Completed, Answered>): Error =>
  kind === 'thoughts-only' ? thoughtsOnly() : unavailable(new Error('The question does not fit.'));

async function completeText(ask: Complete, name: string, request: ModelRequest): Promise<TextCompletion> {
  const conversation = conversationOf(request);
  let [text, model] = ['', name];
  for (let continuation = 0; ; continuation += 1) {
    const messages = continuation === 0 ? conversation.messages : continued(conversation.messages, text);
    const answer = await ask({ ...conversation, messages });
    if (answer.kind !== 'answer') {
      if (text.trim() === '') throw failureOf(answer);
      return { text, isCut: true, model };
    }
    text += answer.content;
    model = answer.model;
    if (text.trim() === '') throw unavailable(new Error('The answer has no text.'));
    if (answer.isCut && continuation < maxContinuations) continue;
    return { text, isCut: answer.isCut, model };
  }
}

async function completeJson(
  ask: Complete,
  { name, contextTokens }: ModelEndpoint,
  request: JsonRequest,
): Promise<JsonCompletion> {
  const conversation = conversationOf(request);
  const inputTokens = estimatedTokens(messagesText(conversation.messages));
  if (inputTokens + conversation.outputTokens > contextTokens)
    return { kind: 'too-long', exceeding: 'question', model: name };
  const answer = await ask(conversation);
  if (answer.kind === 'thoughts-only') throw thoughtsOnly();
  if (answer.kind === 'too-long') return { kind: 'too-long', exceeding: 'question', model: name };
  const { model, content, isCut } = answer;
  if (isCut) return { kind: 'too-long', exceeding: 'answer', model };
  const found = jsonInText(content);
  return found === undefined
    ? { kind: 'unreadable', text: content, model }
    : { kind: 'json', value: found.value, model };
}

/** A model behind an OpenAI-compatible endpoint. */
export function openaiModel(endpoint: ModelEndpoint, deps: OpenaiModelDeps): LanguageModel {
  const ask = withRoomForThoughts(createAskEndpoint(endpoint, deps), endpoint.contextTokens);
  return {
    name: endpoint.name,
    contextTokens: endpoint.contextTokens,
    completeText: (request) => completeText(ask, endpoint.name, request),
    completeJson: (request) => completeJson(ask, endpoint, request),
  };
}
