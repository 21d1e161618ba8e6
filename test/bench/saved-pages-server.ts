import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

import { readPages } from '../../lib/training/read-pages.ts';

// The pages of 40 to 60 KB in a set of saved pages, compressed, at /0, /1 and so on. Prints its port and how many they
// are. Runs in a process of its own, so that the service does not pay for serving.

const [folder = '', set = ''] = process.argv.slice(2);
const [minBytes, maxBytes] = [40_000, 60_000];

const pages = readPages(folder, set).flatMap(({ contentType, bytes }) => {
  const plain = bytes();
  if (plain.length < minBytes || plain.length > maxBytes) return [];
  const body = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return [{ contentType, body }];
});

const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice(1))];
  if (page === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': page.contentType,
    'content-encoding': 'br',
    'content-length': page.body.length,
  });
  response.end(page.body);
});
// Ends with its parent.
process.stdin.on('end', () => process.exit()).resume();
server.listen(0, '127.0.0.1', () => console.log(`${(server.address() as AddressInfo).port} ${pages.length}`));
