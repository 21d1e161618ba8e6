import { describe, expect, test } from 'vitest';

import { serve } from '../egress/loopback.ts';
import { asked, chromiumIn } from './browser.ts';

/** Interfaces that open connections of their own kind, and what belongs to them. */
const waysOut = String.raw`/^(webkit)?RTC|^WebTransport|^WebSocket(Stream|Error)$|^(TCP|UDP)/`;
const list = `Object.getOwnPropertyNames(globalThis).filter((name) => ${waysOut}.test(name)).sort()`;
const posted = `postMessage(${list})`;
const inParent = `parent.postMessage(${list}, '*')`;

/** Each kind of frame and worker, as an expression that promises what it finds in it. */
const realms: Readonly<Record<string, string>> = {
  page: list,
  'frame, empty, looked into at once': `(() => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    return frame.contentWindow.eval(${JSON.stringify(list)});
  })()`,
  'frame of a script': `frameOf((frame) => { frame.src = ${JSON.stringify(`javascript:${inParent},'x'`)}; })`,
  'frame with a document of its own': `frameOf((frame) => { frame.srcdoc = ${JSON.stringify(`<script>${inParent}</script>`)}; })`,
  'frame within a frame': `frameOf((frame) => { frame.srcdoc = ${JSON.stringify(`<iframe srcdoc="<script>top.postMessage(${list.replaceAll('"', "'")}, '*')</script>"></iframe>`)}; })`,
  'frame in a sandbox': `frameOf((frame) => { frame.sandbox = 'allow-scripts'; frame.srcdoc = ${JSON.stringify(`<script>${inParent}</script>`)}; })`,
  'frame of data': `frameOf((frame) => { frame.src = ${JSON.stringify(`data:text/html,<script>${inParent}</script>`)}; })`,
  'frame of a blob': `frameOf((frame) => { frame.src = blobOf(${JSON.stringify(`<script>${inParent}</script>`)}, 'text/html'); })`,
  'frame of the site': `frameOf((frame) => { frame.src = '/frame'; })`,
  'frame of another site': `frameOf((frame) => { frame.src = other + '/frame'; })`,
  'object of the site': `frameOf((frame) => { frame.data = '/frame'; }, 'object')`,
  worker: `workerOf(new Worker('/worker.js'))`,
  'worker of a blob': `workerOf(new Worker(blobOf(${JSON.stringify(posted)}, 'text/javascript')))`,
  'worker of data': `workerOf(new Worker(${JSON.stringify(`data:text/javascript,${posted}`)}))`,
  'worker that is a module': `workerOf(new Worker('/worker.js', { type: 'module' }))`,
  'worker within a worker': `workerOf(new Worker(blobOf(${JSON.stringify(`const inner = new Worker(${JSON.stringify(`data:text/javascript,${posted}`)}); inner.onmessage = ({ data }) => postMessage(data)`)}, 'text/javascript')))`,
  'shared worker': `workerOf(new SharedWorker('/shared.js').port)`,
  'shared worker of a blob': `workerOf(new SharedWorker(blobOf(${JSON.stringify(`onconnect = ({ ports: [port] }) => port.postMessage(${list})`)}, 'text/javascript')).port)`,
  'worker of a frame': `frameOf((frame) => { frame.srcdoc = ${JSON.stringify(`<script>new Worker(URL.createObjectURL(new Blob([${JSON.stringify(posted)}]))).onmessage = ({ data }) => parent.postMessage(data, '*')</script>`)}; })`,
};

const page = (other: string): string => `<!doctype html><title>Page</title><body><script>
  const other = ${JSON.stringify(other)};
  const soon = (promise) => Promise.race([promise, new Promise((done) => setTimeout(done, 4000, 'no answer'))]);
  const blobOf = (text, type) => URL.createObjectURL(new Blob([text], { type }));
  const frameOf = (prepare, name = 'iframe') => new Promise((done) => {
    const frame = document.createElement(name);
    addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow || source?.parent === frame.contentWindow) done(data); });
    prepare(frame);
    document.body.append(frame);
  });
  const workerOf = (worker) => new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => done('failed: ' + message);
  });
  (async () => {
    const found = {};
    const realms = { ${Object.entries(realms)
      .map(([name, code]) => `${JSON.stringify(name)}: () => ${code.replaceAll('</', '<\\/')}`)
      .join(',\n')} };
    for (const [name, look] of Object.entries(realms)) found[name] = await soon((async () => look())()).catch(String);
    document.body.innerHTML = '';
    document.body.append('[' + encodeURIComponent(JSON.stringify(found)) + ']');
  })();
</script>`;

async function foundIn(profile: 'default' | 'stealth') {
  const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/frame': ['text/html', `<script>${inParent}</script>`],
    '/worker.js': ['text/javascript', posted],
    '/shared.js': ['text/javascript', `onconnect = ({ ports: [port] }) => port.postMessage(${list})`],
  };
  const site = await serve((request, response) => {
    const port = (request.headers.host ?? '').replace(/^.*:/, '');
    const [type, body] = answers[request.url ?? ''] ?? ['text/html', page(`http://other.test:${port}`)];
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  // Loopback by number is a secure context: every interface exists there.
  const renderPage = chromiumIn({ allow: [`127.0.0.1:${site.port}`, `other.test:${site.port}`] });
  const { html } = await renderPage(
    asked(`http://127.0.0.1:${site.port}/`, { profile, waitForMs: 4_000, timeoutMs: 40_000 }),
    { signal: new AbortController().signal },
  );
  return JSON.parse(decodeURIComponent(/\[([^\]]*)\]<\/body>/.exec(html)?.[1] ?? '{}')) as Readonly<
    Record<string, unknown>
  >;
}

describe('interfaces that bypass the proxy', () => {
  test.for(['default', 'stealth'] as const)(
    'are in no frame and no worker of the %s profile',
    async (profile) => {
      const found = await foundIn(profile);

      expect(found).toEqual(Object.fromEntries(Object.keys(realms).map((name) => [name, []])));
    },
  );
});
