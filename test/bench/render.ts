import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { bundleDirectory } from '../../lib/bundles.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';
import { browserIn } from './render-world.ts';
import { progress } from './progress.ts';

// What a page costs in the browser: unpacking once, then for every page a browser of its own, the page, the
// picture. docs/performance.md keeps the numbers.

const rounds = 20;
const seconds = 20;
const functionGb = 2;
/** List price of a GB-second and of a request of Lambda, x86_64, us-east-1, in dollars. */
const gbSecond = 0.000_016_666_7;
const perRequest = 0.000_000_2;

const paragraph = 'The ferry leaves the harbour at seven and comes back at nine. '.repeat(6);
const pages: Readonly<Record<string, string>> = {
  '/article': `<h1>Article</h1>${`<p>${paragraph}</p>`.repeat(40)}`,
  '/application': `<main id="app"></main><script>fetch('/api').then((answer) => answer.json()).then(({ rows }) => {
    app.innerHTML = '<h1>Application</h1><table>' + rows.map((row) => '<tr><td>' + row + '<td>' + row * row + '</tr>').join('') + '</table>' }); </script>`,
};

const site = await serveLoopback((request, response) => {
  const page = pages[request.url ?? ''];
  response.writeHead(200, { 'content-type': page === undefined ? 'application/json' : 'text/html' });
  response.end(page ?? JSON.stringify({ rows: Array.from({ length: 200 }, (_, index) => index) }));
});
const directory = mkdtempSync(join(tmpdir(), 'winnow-render-'));
const { renderPage, unpackMs } = await browserIn(directory, [site.authority], 2);

const open = (path: string, options: Partial<RenderRequest> = {}) =>
  renderPage(renderRequest.parse({ url: site.url + path, timeoutMs: 30_000, ...options }), {
    signal: new AbortController().signal,
  });

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const print = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
    : statSync(path).size;

print('asset of render-page', `${(sizeOf(bundleDirectory('render-page')) / 1e6).toFixed(0)} MB`);
print('unpack', `${unpackMs.toFixed(0)} ms`);
const coldMs = performance.now();
await open('/article');
print('first page after it', `${(performance.now() - coldMs).toFixed(0)} ms`);

const walls: number[] = [];
for (const [name, path, options] of [
  ['article', '/article', {}],
  ['application, drawn by script', '/application', {}],
  ['article, picture of the window', '/article', { screenshot: 'viewport' }],
  ['article, picture of the whole page', '/article', { screenshot: 'fullPage' }],
] as const) {
  const parts: { launchMs: number; loadMs: number; captureMs: number; wallMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress(`${name}, round`, round, rounds);
    const startedMs = performance.now();
    const { timings } = await open(path, options);
    parts.push({ ...timings, wallMs: performance.now() - startedMs });
  }
  const of = (part: keyof (typeof parts)[number]) => median(parts.map((each) => each[part])).toFixed(0);
  walls.push(median(parts.map(({ wallMs }) => wallMs)));
  print(
    name,
    `${of('wallMs')} ms: launch ${of('launchMs')}, load ${of('loadMs')}, capture ${of('captureMs')}`,
  );
}

/** Of this process and of the browsers that have ended; a busy machine does not change it. */
function processorMs(): number {
  const [, rest = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = rest
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const tickMs = 10;
  return (user + system + childrenUser + childrenSystem) * tickMs;
}

progress('two pages at once');
let count = 0;
const processorBefore = processorMs();
const endMs = performance.now() + seconds * 1_000;
const lane = async (): Promise<void> => {
  while (performance.now() < endMs) {
    await open('/application');
    count += 1;
  }
};
await Promise.all([lane(), lane()]);
const processorPerPage = (processorMs() - processorBefore) / count;
print('application, two at once', `${(count / seconds).toFixed(2)} pages a second`);
print(
  'processor time of each',
  `${processorPerPage.toFixed(0)} ms: ${(2_000 / processorPerPage).toFixed(1)} pages a second fill two processors`,
);
const [, applicationMs = 0] = walls;
const cost = 1_000 * ((applicationMs / 1_000) * functionGb * gbSecond + perRequest);
print('1,000 such pages at list price', `$${cost.toFixed(3)}`);
await site.close();
rmSync(directory, { recursive: true, force: true });
