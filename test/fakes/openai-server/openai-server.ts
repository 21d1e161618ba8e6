import type { ServerResponse } from 'node:http';

import { serveLoopback } from '../../fixtures/sites/loopback-server.ts';
import { chatQuestion, type ChatQuestion } from './chat-question.ts';
import { type FaultName, faults } from './faults.ts';
import { constrained, strictSchemaProblem } from './structured-output.ts';

/** What the model says to a question. */
export type Rule = (question: ChatQuestion) => string;

export interface OpenaiServer {
  readonly baseUrl: string;
  /** Every question, in the order in which they came. */
  readonly asked: readonly ChatQuestion[];
  /** Every address asked for. */
  readonly paths: readonly string[];
  readonly setRule: (rule: Rule, fault?: FaultName) => void;
  readonly close: () => Promise<void>;
}

const answers = new Map<boolean, (response: ServerResponse, model: string, choice: object) => void>([
  [
    false,
    (response, model, choice) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
      response.end(
        JSON.stringify({ id: 'c1', object: 'chat.completion', created: 0, model, choices: [choice], usage }),
      );
    },
  ],
  [
    true,
    (response, model, choice) => {
      const { message, finish_reason } = choice as {
        message: { content: string | null };
        finish_reason: string;
      };
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 0, model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of message.content?.match(/[\s\S]{1,8}/g) ?? [])
        response.write(chunk({ content: piece }, null));
      response.end(`${chunk({}, finish_reason)}data: [DONE]\n\n`);
    },
  ],
]);

/** An OpenAI-compatible endpoint on loopback: real HTTP, a rule for what it says, faults by name. */
export async function startOpenaiServer(initialRule: Rule, initialFault?: FaultName): Promise<OpenaiServer> {
  let rule = initialRule;
  let fault = initialFault;
  let turn = 0;
  const asked: ChatQuestion[] = [];
  const paths: string[] = [];

  const answer = (question: ChatQuestion, response: ServerResponse): void => {
    const { schema, model, isStreamed } = question;
    const problem = schema === undefined ? undefined : strictSchemaProblem(schema);
    if (problem !== undefined) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          error: { message: problem, type: 'invalid_request_error', param: 'response_format', code: null },
        }),
      );
      return;
    }
    const said = rule(question);
    const content = schema === undefined ? said : constrained(said, schema);
    const say = (text: string | null, finish = 'stop', message: object = {}) =>
      answers.get(isStreamed)?.(response, model, {
        index: 0,
        finish_reason: finish,
        message: { role: 'assistant', content: text, ...message },
      });
    const current = turn;
    turn += 1;
    if (fault === undefined) say(content);
    else faults[fault]({ question, response, turn: current, content, say });
  };

  const server = await serveLoopback((request, response) => {
    paths.push(request.url ?? '');
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'local-1', object: 'model' }] }));
      return;
    }
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const question = chatQuestion(Buffer.concat(chunks).toString(), request.headers.authorization);
        asked.push(question);
        answer(question, response);
      });
  });
  return {
    baseUrl: `${server.url}/v1`,
    asked,
    paths,
    setRule: (nextRule, nextFault) => {
      rule = nextRule;
      fault = nextFault;
      turn = 0;
      asked.length = 0;
    },
    close: server.close,
  };
}
