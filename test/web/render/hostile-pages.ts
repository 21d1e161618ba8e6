import type { RequestListener } from 'node:http';

// A mix of ordinary pages and pages that break the browser.

interface Kind {
  readonly name: string;
  readonly markup: string;
  /** What a renderer makes of it: a page, or a failure by its code. */
  readonly becomes: readonly string[];
}

const text = `<p>${'The ferry leaves the harbour at seven and comes back at nine. '.repeat(20)}</p>`;
const script = (code: string): string => `${text}<script>${code}</script>`;

const sound: readonly Kind[] = [
  { name: 'article', markup: `<h1>Article</h1>${text.repeat(10)}`, becomes: ['page'] },
  {
    name: 'application',
    markup:
      '<main id="app"></main><script>fetch("/api").then((answer) => answer.json()).then(() => { app.innerHTML = "<h1>Application</h1>" + "<p>shown by script </p>".repeat(60) })</script>',
    becomes: ['page'],
  },
  {
    name: 'table',
    markup: script(
      'document.body.innerHTML = "<table>" + "<tr><td>cell<td>cell</tr>".repeat(500) + "</table>"',
    ),
    becomes: ['page'],
  },
  { name: 'tall', markup: `${text}<div style="height: 8000px"></div>${text}`, becomes: ['page'] },
  { name: 'poller', markup: script('setInterval(() => fetch("/api"), 50)'), becomes: ['page'] },
];

const hostile: readonly Kind[] = [
  {
    name: 'crash',
    markup: script('const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))'),
    becomes: ['PAGE_CRASHED'],
  },
  { name: 'hang', markup: script('for (;;);'), becomes: ['SCRAPE_TIMEOUT'] },
  {
    name: 'dialogs',
    markup: script('for (;;) { alert("again"); confirm("sure?"); }'),
    becomes: ['SCRAPE_TIMEOUT'],
  },
  {
    name: 'popups',
    markup: script('for (let i = 0; i < 200; i += 1) open("/?kind=article")'),
    becomes: ['page'],
  },
  { name: '100 MB', markup: script('globalThis.kept = new Uint8Array(100e6).fill(1)'), becomes: ['page'] },
  {
    name: 'buffers',
    markup: script('const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)), 5)'),
    becomes: ['page', 'PAGE_CRASHED'],
  },
  { name: 'reload', markup: script('location.reload()'), becomes: ['TOO_MANY_REDIRECTS', 'page'] },
  {
    name: 'deep',
    markup: script(
      'let inner = document.body; for (let i = 0; i < 20000; i += 1) inner = inner.appendChild(document.createElement("div"))',
    ),
    becomes: ['page', 'PAGE_CRASHED', 'INVALID_RESPONSE', 'SCRAPE_TIMEOUT'],
  },
  {
    name: 'unload',
    markup: script(
      'addEventListener("beforeunload", (event) => event.preventDefault()); addEventListener("unload", () => { for (;;); })',
    ),
    becomes: ['page'],
  },
  {
    name: 'workers',
    markup: script(
      'for (let i = 0; i < 20; i += 1) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))',
    ),
    becomes: ['page', 'SCRAPE_TIMEOUT'],
  },
];

/** Three sound pages for each hostile one. */
const order: readonly Kind[] = Array.from({ length: hostile.length * 4 }, (_, index) =>
  index % 4 === 3 ? hostile[Math.floor(index / 4)]! : sound[index % sound.length]!,
);

export const kindOf = (index: number): Kind => order[index % order.length]!;

/** Serves `/?kind=name`. */
export const hostilePages: RequestListener = (request, response) => {
  const name = new URL(request.url ?? '', 'http://site').searchParams.get('kind');
  const kind = order.find((candidate) => candidate.name === name);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(kind?.markup ?? '{}');
};
