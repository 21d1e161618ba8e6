import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A thousand small static pages, each linking to three others; prints its port. Run as a process of its own, so
// that serving costs neither crawler its thread.

const count = 1_000;
const text =
  'The ferry leaves the island at noon, and whoever misses it stays until the evening tide. '.repeat(12);

const page = (index: number): string => {
  const links = [index * 2 + 1, index * 2 + 2, (index * 7 + 3) % count].filter((target) => target < count);
  return `<!doctype html><html lang="en"><head><title>Page ${index}</title></head><body><nav><a href="/">Home</a></nav><main><h1>Page ${index}</h1><p>${index}: ${text}</p></main><ul>${links.map((target) => `<li><a href="/${target === 0 ? '' : target}">Page ${target}</a></li>`).join('')}</ul></body></html>`;
};

const server = createServer((request, response) => {
  const index = Number((request.url ?? '/').slice(1));
  const isPage = Number.isInteger(index) && index >= 0 && index < count;
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
  response.end(isPage ? page(index) : 'not here');
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
