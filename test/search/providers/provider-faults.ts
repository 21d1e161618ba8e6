import { gzipSync } from 'node:zlib';

import type { AnswerProvider } from './provider-server.ts';

const html =
  (status: number, body: string): AnswerProvider =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };

/** Responses that a provider may send instead of results, none of them an empty list. */
export const providerFaults: readonly (readonly [string, AnswerProvider])[] = [
  ['too many requests', html(429, 'Too Many Requests')],
  ['a block page', html(403, '<h1>Forbidden</h1>')],
  [
    'a captcha',
    html(
      202,
      '<form id="challenge-form"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form>',
    ),
  ],
  [
    'a captcha with status 200',
    html(
      200,
      '<form id="challenge-form" action="/anomaly.js"><p>Select all squares containing a duck</p></form>',
    ),
  ],
  ['a changed layout', html(200, '<main><article><a href="https://a.example/">A</a></article></main>')],
  [
    'an answer in another shape',
    (_asked, response) => response.end('{"hits":[{"link":"https://a.example/"}]}'),
  ],
  ['nothing', html(200, '')],
  ['garbage', (_asked, response) => response.end(Buffer.from('\u0000\u0001\u0002<<<{{{]]'))],
  ['silence', () => {}],
  ['a closed connection', (_asked, response) => void response.socket?.destroy()],
  [
    'redirects in a circle',
    ({ path }, response) => {
      response.writeHead(302, { location: `${path}?round` });
      response.end();
    },
  ],
  [
    'half an answer',
    (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"type":"search","results":[{"url":"https://a.example/","title":"A"');
      setTimeout(() => response.destroy(), 10);
    },
  ],
  [
    'another charset',
    (_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-16' });
      response.end(Buffer.from('\ufeff<div class="result">A</div>', 'utf16le'));
    },
  ],
  [
    'a bomb',
    (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(8_000_000, ' ')));
    },
  ],
];
