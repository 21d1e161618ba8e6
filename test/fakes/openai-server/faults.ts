import type { ServerResponse } from 'node:http';

import type { ChatQuestion } from './chat-question.ts';

export interface FaultyTurn {
  readonly question: ChatQuestion;
  readonly response: ServerResponse;
  /** Requests before this one. */
  readonly turn: number;
  /** The right answer. */
  readonly content: string;
  /** Answers as a sound endpoint would, with other content or another end. */
  readonly say: (content: string | null, finish?: string, message?: object) => void;
}

type Fault = (turn: FaultyTurn) => void;

const status =
  (code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Fault =>
  ({ response }) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const error = (message: string, code: string | null = null) => ({
  error: { message, type: 'error', param: null, code },
});

const onceThenWell =
  (fault: Fault): Fault =>
  (turn) =>
    turn.turn === 0 ? fault(turn) : turn.say(turn.content);

const withFields = (content: string, change: (value: unknown) => unknown): string =>
  JSON.stringify(changeLeaves(JSON.parse(content), change));

/** Every leaf of a value, changed. */
function changeLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changeLeaves(item, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changeLeaves(item, change)]));
}

function withExtraFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraFields);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, item]) => [name, withExtraFields(item)]);
  return { ...Object.fromEntries(own), thoughts: 'I am sure.', __proto_: { admin: true } };
}

const megabyte = 'a'.repeat(1024 * 1024);

function writeWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (!response.destroyed) if (!response.write(megabyte)) return void response.once('drain', more);
  };
  more();
}

/** As the chat templates of Gemma and Mistral demand: an optional system message, then the user and the model in turn. */
const alternates = ({ messages }: ChatQuestion): boolean =>
  messages
    .filter(({ role }, place) => place > 0 || role !== 'system')
    .every(({ role }, place) => role === (place % 2 === 0 ? 'user' : 'assistant'));

/** The ways in which endpoints fail or differ, by name. */
export const faults = {
  'never answers': () => {},
  'sends headers and stops': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  },
  'drips a byte at a time': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'resets the connection': ({ response }) => response.socket?.resetAndDestroy(),
  'resets in the middle of its answer': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":[', () => response.socket?.resetAndDestroy());
  },
  'is too busy': status(429, error('Rate limit reached')),
  'is too busy for a moment': onceThenWell(status(429, error('Rate limit reached'), { 'retry-after': '0' })),
  'is too busy for an hour': status(429, error('Quota exceeded'), { 'retry-after': '3600' }),
  'fails inside': status(500, error('The server had an error')),
  'fails inside once': onceThenWell(status(503, error('Overloaded'))),
  'is behind a broken proxy': status(502, '<html><h1>502 Bad Gateway</h1></html>', {
    'content-type': 'text/html',
  }),
  'refuses the key': status(401, error('Incorrect API key provided: sk-secret', 'invalid_api_key')),
  'does not know the model': status(404, error('The model does not exist', 'model_not_found')),
  'finds the question too long': status(
    400,
    error("This model's maximum context length is 8192 tokens", 'context_length_exceeded'),
  ),
  'has no structured outputs': (turn) =>
    turn.question.format === 'json_schema'
      ? status(400, error("'response_format' of type 'json_schema' is not supported"))(turn)
      : turn.say(turn.content),
  'has no response formats': (turn) =>
    turn.question.format === 'text' ? turn.say(turn.content) : status(422, error('Bad request'))(turn),
  'has structured outputs and no JSON mode': (turn) =>
    turn.question.format === 'json_object'
      ? status(400, { error: "'response_format.type' must be 'json_schema' or 'text'" })(turn)
      : turn.say(turn.content),
  'fails to generate JSON once': onceThenWell(
    status(400, {
      error: {
        message:
          "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
        type: 'invalid_request_error',
        code: 'json_validate_failed',
        failed_generation: '{"temperature of the pan": 3, "response_format": ',
      },
    }),
  ),
  'takes no temperature': (turn) =>
    turn.question.parameters.includes('temperature')
      ? status(400, error("Unsupported value: 'temperature' does not support 0 with this model"))(turn)
      : turn.say(turn.content),
  'has a strict chat template': (turn) =>
    alternates(turn.question)
      ? turn.say(turn.content)
      : status(400, error('Conversation roles must alternate user/assistant/user/assistant/...'))(turn),
  'thinks aloud': ({ say, content }) => say(`<think>\nOkay, is it {"price": 1}?\n</think>\n\n${content}`),
  'thinks for long at first': onceThenWell(({ say }) => say('', 'length')),
  'thinks, and gives short answers only': (turn) =>
    (turn.question.outputTokens ?? 0) > 1_000
      ? status(
          400,
          error(
            'max_tokens is too large: 2000. This model supports at most 1000 completion tokens, whereas you provided 2000.',
          ),
        )(turn)
      : turn.say('', 'length'),
  'is cut off, and then thinks without end': (turn) =>
    turn.turn === 0 ? turn.say('half ', 'length') : turn.say('', 'length'),
  'thinks without end': ({ say }) => say('', 'length'),
  'refuses to answer': ({ say }) => say(null, 'stop', { refusal: 'I cannot help with that.' }),
  'filters the question': status(
    400,
    error("The prompt triggered Azure OpenAI's content management policy.", 'content_filter'),
  ),
  'filters its answer': ({ say }) => say('', 'content_filter'),
  'says nothing': ({ say }) => say(''),
  'has no choices': status(200, { id: 'c', object: 'chat.completion', choices: [] }),
  'reports its error as a success': status(200, error('Provider returned error')),
  'is cut off at its limit': ({ say, content }) => say(content.slice(0, content.length / 2), 'length'),
  'is cut off and does not say so': ({ say, content }) => say(content.slice(0, content.length / 2)),
  'answers in prose': ({ say }) => say('I could not find what you asked for, sorry.'),
  'puts its JSON into prose': ({ say, content }) => say(`Sure [1]! Here it is:\n${content}\nAnything else?`),
  'adds fields': ({ say, content }) => say(JSON.stringify(withExtraFields(JSON.parse(content)))),
  'mixes up types': ({ say, content }) =>
    say(withFields(content, (leaf) => (typeof leaf === 'string' ? [leaf] : { value: leaf }))),
  'sends null bytes': ({ say, content }) =>
    say(`\u0000${withFields(content, (leaf) => (typeof leaf === 'string' ? `${leaf}\u0000` : leaf))}\u0000`),
  'never stops talking': ({ response }) => writeWithoutEnd(response),
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];
