import { readFileSync } from 'node:fs';

import { describe, expect, inject, test } from 'vitest';

import { serve } from '../egress/loopback.ts';
import { processesFrom } from './browser-processes.ts';
import { asked, chromiumIn } from './browser.ts';

const { signal } = new AbortController();

/** Enough of it that a page counts as there. */
const filling = `<p id="filling">${'filling '.repeat(40)}</p>`;

/** Writes everything that a page can leave behind, after saying what it found. */
const diary = `${filling}<p id="out"></p><script type="module">
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('diary', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('pages');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const kept = await new Promise((resolve) => {
    const counting = db.transaction('pages').objectStore('pages').count();
    counting.onsuccess = () => resolve(counting.result);
  });
  const cache = globalThis.caches && await caches.open('diary');
  const found = {
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    indexed: kept,
    caches: cache ? (await cache.keys()).length : 0,
    name: window.name,
    referrer: document.referrer,
    workers: navigator.serviceWorker ? (await navigator.serviceWorker.getRegistrations()).length : 0,
  };
  document.cookie = 'secret=1; max-age=9999';
  localStorage.secret = sessionStorage.secret = window.name = 'secret';
  db.transaction('pages', 'readwrite').objectStore('pages').put('secret', Math.random());
  await cache?.put('/secret', new Response('secret'));
  await navigator.serviceWorker?.register('/worker.js').catch(() => {});
  document.querySelector('#out').textContent = JSON.stringify(found);
</script>`;

const outputOf = (html: string): string => /<p id="out">(.*?)<\/p>/s.exec(html)?.[1] ?? '';

describe('two tenants’ pages, one after the other in one renderer', () => {
  test('see nothing of each other: cookies, storage, caches, names, workers', async () => {
    const site = await serve((_request, response) => {
      response.setHeader('set-cookie', 'server=1; Max-Age=9999');
      response.setHeader('content-type', 'text/html');
      response.end(diary);
    });
    // Loopback by number is a secure context: caches and workers exist there.
    const renderPage = chromiumIn({ allow: [`127.0.0.1:${site.port}`] });
    const visit = async () =>
      JSON.parse(
        outputOf((await renderPage(asked(`http://127.0.0.1:${site.port}/`), { signal })).html),
      ) as object;

    const [first, second] = [await visit(), await visit()];

    const nothing = {
      cookie: 'server=1',
      local: 0,
      session: 0,
      indexed: 0,
      caches: 0,
      name: '',
      referrer: '',
      workers: 0,
    };
    expect([first, second]).toEqual([nothing, nothing]);
  });

  test('each request the server again, whatever it allows to cache', async () => {
    const asks: string[] = [];
    const site = await serve((request, response) => {
      asks.push(request.url ?? '');
      response.setHeader('cache-control', 'public, max-age=9999, immutable');
      response.end(request.url === '/' ? '<script src="/app.js"></script>' : 'document.title = "t"');
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });
    const url = `http://site.test:${site.port}/`;

    await renderPage(asked(url), { signal });
    await renderPage(asked(url), { signal });

    expect(asks.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/app.js', '/', '/app.js']);
  });

  test('do not share what one of them sent to the server', async () => {
    const site = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });
    const url = `http://site.test:${site.port}/`;
    const headers = { Authorization: 'Bearer tenant-one', Cookie: 'session=one', 'X-Api-Key': 'one' };

    await renderPage(asked(url, { headers }), { signal });
    const second = await renderPage(asked(url), { signal });

    expect(second.html).toContain('user-agent');
    expect(second.html).not.toMatch(/one/);
  });
});

describe('a page', () => {
  test('has a browser whose environment holds only the paths of its files', async () => {
    const environments: string[] = [];
    const { environment, executablePath } = inject('browser');
    const site = await serve((_request, response) => {
      for (const pid of processesFrom(executablePath))
        environments.push(readFileSync(`/proc/${pid}/environ`, 'utf8'));
      response.end();
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    await renderPage(asked(`http://site.test:${site.port}/`), { signal });

    const variables = environments.map((text) =>
      text
        .split('\0')
        .filter((line) => line !== '')
        .toSorted(),
    );
    const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    expect(variables.length).toBeGreaterThan(0);
    for (const found of variables) expect(found).toEqual(given.toSorted());
  });

  test.for([
    ['opens no window', 'String(open("/other"))', 'null'],
    [
      'gets no place',
      'await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve("yes"), (error) => resolve(error.code)))',
      '1',
    ],
    ['gets no notification', 'await Notification.requestPermission()', 'default'],
    [
      'gets no camera',
      'await navigator.mediaDevices.getUserMedia({ video: true }).then(() => "yes", () => "no")',
      'no',
    ],
    [
      'gets no service worker',
      'await navigator.serviceWorker.register("/worker.js").then(() => "yes", ({ name }) => name)',
      'SecurityError',
    ],
    [
      'gets no peer connection',
      'typeof RTCPeerConnection + typeof webkitRTCPeerConnection',
      'undefinedundefined',
    ],
    ['reads no file', 'await fetch("file:///etc/hostname").then(() => "yes", () => "no")', 'no'],
    [
      'goes to no file',
      'location = "file:///etc/hostname"; await new Promise((r) => setTimeout(r, 300)); location.protocol',
      'http:',
    ],
    [
      'goes to no inner page',
      'try { location = "chrome://crash" } catch {} await new Promise((r) => setTimeout(r, 300)); location.protocol',
      'http:',
    ],
    ['confirms nothing', 'String(confirm("sure?")) + prompt("name?")', 'falsenull'],
    ['prints nothing', 'print(); "still here"', 'still here'],
  ])('%s', async ([, expression, result]) => {
    const script = expression!.replace(/;? *([^;]+)$/, '; globalThis.result = $1');
    const site = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `${filling}<p id="out"></p><script type="module">${script}; document.querySelector('#out').textContent = globalThis.result;</script>`,
      );
    });
    const renderPage = chromiumIn({ allow: [`127.0.0.1:${site.port}`] });

    const page = await renderPage(asked(`http://127.0.0.1:${site.port}/`), { signal });

    expect(outputOf(page.html)).toBe(result);
  });
});
