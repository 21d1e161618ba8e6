import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { allLines } from '../../lib/account-page/api/all-lines.ts';
import { type Client, createClient, pathOf } from '../../lib/account-page/api/client.ts';
import { ApiFailure, isSignedOut, isUnreachable } from '../../lib/account-page/api/failure.ts';
import { curlOf } from '../../lib/account-page/curl.ts';
import { webLink } from '../../lib/account-page/safe-link.ts';

type Reply = readonly [status: number, body: unknown];

const asked: { line: string; key: string | undefined; type: string | undefined }[] = [];
let replies: Readonly<Record<string, Reply | ((request: IncomingMessage) => Reply)>> = {};
const server = createServer((request, response) => {
  const line = `${request.method} ${request.url}`;
  asked.push({
    line,
    key: request.headers['x-api-key']?.toString(),
    type: request.headers['content-type'],
  });
  const reply = replies[line] ?? [404, { success: false, code: 'NOT_FOUND', error: 'There is no such key.' }];
  const [status, body] = typeof reply === 'function' ? reply(request) : reply;
  response.writeHead(status, { 'x-request-id': 'request-7' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
});
let client: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked.length = 0;
  replies = {};
  client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sessionKey = (secret: string): Reply => [200, { success: true, data: { secret } }];
const failureOf = async (work: Promise<unknown>): Promise<ApiFailure> => {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof ApiFailure)) throw new Error('The call has not failed.');
  return outcome;
};

describe('the client of the page', () => {
  test('sends a body as JSON, and no key, to the account', async () => {
    replies = { 'POST /account/api/keys': [200, { success: true, data: { secret: 'wnk_1' } }] };

    const made = await client.call('POST /account/api/keys', { body: { name: 'laptop' } });

    expect(made.secret).toBe('wnk_1');
    expect(asked).toEqual([{ line: 'POST /account/api/keys', key: undefined, type: 'application/json' }]);
  });

  test('asks once for the key of the session, and sends it to the API', async () => {
    replies = {
      'POST /account/api/session-key': sessionKey('wnk_session'),
      'GET /api/v1/crawls': [200, { success: true, data: { crawls: [] } }],
    };

    await Promise.all([client.call('GET /api/v1/crawls'), client.call('GET /api/v1/crawls')]);

    expect(asked.map(({ line, key }) => [line, key])).toEqual([
      ['POST /account/api/session-key', undefined],
      ['GET /api/v1/crawls', 'wnk_session'],
      ['GET /api/v1/crawls', 'wnk_session'],
    ]);
  });

  test('asks for the key again when it is no longer valid', async () => {
    const keys = ['wnk_old', 'wnk_new'];
    replies = {
      'POST /account/api/session-key': () => sessionKey(keys.shift() ?? ''),
      'GET /api/v1/crawls': ({ headers }) =>
        headers['x-api-key'] === 'wnk_new'
          ? [200, { success: true, data: { crawls: [] } }]
          : [401, { error: 'Unauthorized', message: 'The API key is not valid.', statusCode: 401 }],
    };

    expect(await client.call('GET /api/v1/crawls')).toEqual({ crawls: [] });
  });

  test('fails with the code and the sentence of the API, and the id of the request', async () => {
    const path = { id: 'key_of_somebody' };
    const failure = await failureOf(client.call('DELETE /account/api/keys/{id}', { path }));

    expect([failure.code, failure.message, failure.requestId]).toEqual([
      'NOT_FOUND',
      'There is no such key.',
      'request-7',
    ]);
  });

  test('knows the end of a session, a service that is gone, and an answer that is no JSON', async () => {
    replies = {
      'GET /account/api/me': [401, { success: false, code: 'SIGNED_OUT', error: 'Nobody is signed in.' }],
      'GET /account/api/keys': [502, '<h1>Bad gateway</h1>'],
    };

    expect(isSignedOut(await failureOf(client.call('GET /account/api/me')))).toBe(true);
    const gone = createClient('http://127.0.0.1:1');
    expect(isUnreachable(await failureOf(gone.call('GET /account/api/me')))).toBe(true);
    expect(await failureOf(client.call('GET /account/api/keys'))).toMatchObject({
      code: 'UNREADABLE',
      message: 'HTTP 502',
    });
  });

  test('gives the data of a crawl that has failed, with its reason', async () => {
    const data = { status: 'failed' };
    const reply = { success: false, url: 'https://a.example/', data, error: 'The crawl was cancelled.' };
    replies = {
      'POST /account/api/session-key': sessionKey('wnk_session'),
      'GET /api/v1/crawl/crawl_1?limit=1': [200, reply],
    };

    const options = { path: { id: 'crawl_1' }, query: { limit: 1, skip: undefined } };
    expect(await client.reply('GET /api/v1/crawl/{id}', options)).toMatchObject({
      data,
      url: 'https://a.example/',
      error: 'The crawl was cancelled.',
    });
  });
});

describe('texts of strangers', () => {
  test('stay one segment of a path', () => {
    expect(pathOf('/account/api/keys/{id}', { id: '../me?x=1#' })).toBe(
      '/account/api/keys/..%2Fme%3Fx%3D1%23',
    );
  });

  test('stay one word of a command', () => {
    expect(curlOf('https://a.example', 'wnk_1', { url: "https://b.example/'; rm -rf /; '" })).toContain(
      `-d '{"url":"https://b.example/'\\''; rm -rf /; '\\''"}'`,
    );
  });

  test.for([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//a.example',
    'x',
  ])('%s is no link', (text) => {
    expect(webLink(text)).toBeUndefined();
  });
});

describe('the pages of a crawl', () => {
  const line = (index: number): string => `{"url":"https://a.example/${index}"}\n`;

  test('are all there when an answer breaks off, or ends after its longest time', async () => {
    const asked: number[] = [];
    const open = async (skip: number): Promise<Response> => {
      asked.push(skip);
      const [text, breaks] = [
        [line(0) + line(1).slice(0, 9), true],
        ['\n' + line(1), true],
        [line(2), false],
      ][asked.length - 1] as [string, boolean];
      return new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(text));
            if (!breaks) controller.close();
          },
          pull: (controller) => controller.error(new Error('broken off')),
        }),
      );
    };

    expect(await (await allLines(open)).text()).toBe(line(0) + line(1) + line(2));
    expect(asked).toEqual([0, 1, 2]);
  });

  test('go on after an answer that was as long as answers may be', async () => {
    const parts = [line(0), line(1), ''];

    const pages = await allLines(async () => new Response(parts.shift()), 0);

    expect(await pages.text()).toBe(line(0) + line(1));
  });

  test('are not saved in part when nothing comes any more', async () => {
    const broken = async (): Promise<Response> =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('broken off')) }));

    await expect(allLines(broken)).rejects.toThrow('broken off');
  });
});
