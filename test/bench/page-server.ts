import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// A process of its own, so that the readers under measurement do not pay for the server's work. Prints its
// port and ends with its parent.

const paragraphs = Array.from(
  { length: 400 },
  (_, index) =>
    `<p class="c${index % 7}">Paragraph ${index}: ${'lorem ipsum dolor sit amet '.repeat(3)}<a href="/p/${index}">more</a></p>`,
);
const html = Buffer.from(`<!doctype html><title>Bench</title>${paragraphs.join('\n')}`).subarray(0, 51_200);

const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
const bodies: Readonly<Record<string, readonly [coding: string, body: Buffer]>> = {
  '/plain': ['identity', html],
  '/gzip': ['gzip', gzipSync(html)],
  '/br': ['br', brotli],
};

const server = createServer((request, response) => {
  const [coding, body] = bodies[request.url ?? ''] ?? ['identity', html];
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.on('end', () => process.exit()).resume();
