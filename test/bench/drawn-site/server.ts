import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { inventPage } from '../../../lib/training/invented-pages.ts';
import { seededRandom } from '../../../lib/training/seeded-random.ts';
import { applicationBundle } from './application.ts';

// A site whose pages weigh as much as real ones: applications that scripts draw from an answer of the service, and
// articles, both with styles and images. Prints its port. Runs in a process of its own, so that no browser pays for
// serving. Every image is the JPEG that was put to /images; /shapes is a page to draw it from.

const itemsOnPage = 120;
const rules = 1_200;
const articleImages = 12;

const words =
  'harbour ferry steel oak cotton glass winter light copper paper river morning travel kitchen garden folding travelling quiet bright narrow'.split(
    ' ',
  );

const phrase = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');

function catalogue(number: number): string {
  const random = seededRandom(number + 1);
  const items = Array.from({ length: itemsOnPage }, (_, id) => ({
    id: number * itemsOnPage + id,
    name: `${phrase(random, 3)} ${id}`,
    maker: { name: phrase(random, 2), country: 'PT' },
    price: { amount: Math.ceil(random() * 30_000) / 100, currency: 'EUR' },
    rating: { value: Math.round(random() * 50) / 10, count: Math.floor(random() * 900) },
    tags: phrase(random, 3).split(' '),
    image: `/images/${number}-${id}.jpg`,
    description: `${phrase(random, 24)}.`,
  }));
  return JSON.stringify({
    title: `Catalogue ${number}`,
    intro: [phrase(random, 60), phrase(random, 40)],
    items,
  });
}

const styles = (): string => {
  const random = seededRandom(7);
  const own = `body{margin:0;font:16px/1.5 Georgia,serif}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}.card{border:1px solid #ccc;border-radius:8px;box-shadow:0 2px 8px rgba(0,0,0,.2)}.card__image{width:100%;height:240px;object-fit:cover}.menu{display:flex;flex-wrap:wrap;gap:8px;position:sticky;top:0;background:#fff}.tag{display:inline-block;padding:2px 6px;background:linear-gradient(#eee,#ddd)}`;
  const filler = Array.from(
    { length: rules },
    (_, at) =>
      `.c${at} .card__body>.tag:nth-child(${1 + (at % 5)}){margin:${Math.floor(random() * 40)}px;color:#${Math.floor(random() * 0xffffff).toString(16)}}`,
  );
  return own + filler.join('');
};

const head = '<meta charset="utf-8"><link rel="stylesheet" href="/assets/app.css">';
const shell = `<!doctype html><html lang="en"><head>${head}<title>Loading</title></head><body><div id="app"></div><script src="/assets/app.js" defer></script></body></html>`;

function article(number: number): string {
  const { html } = inventPage(number);
  const images = Array.from(
    { length: articleImages },
    (_, at) => `<img src="/images/a${number}-${at}.jpg" width="640" height="400" alt="Image ${at}">`,
  );
  return html.replace('</head>', `${head}</head>`).replace('</body>', `${images.join('')}</body>`);
}

interface Answer {
  readonly type: string;
  readonly body: Buffer;
  readonly isCompressed: boolean;
  readonly maxAge: number;
}

const text = (type: string, content: string, maxAge = 0): Answer => ({
  type: `${type}; charset=utf-8`,
  body: gzipSync(content),
  isCompressed: true,
  maxAge,
});

const assets: Readonly<Record<string, Answer>> = {
  'app.js': text('text/javascript', await applicationBundle(), 3_600),
  'app.css': text('text/css', styles(), 3_600),
};
let image: Answer | undefined;

const shapes = Array.from(
  { length: 300 },
  (_, at) =>
    `<i style="position:absolute;left:${(at * 97) % 640}px;top:${(at * 53) % 400}px;width:${20 + (at % 60)}px;height:${20 + (at % 45)}px;background:hsl(${at * 7} 50% 50%/.5)"></i>`,
);
const shapesPage = `<!doctype html><body style="margin:0;overflow:hidden">${shapes.join('')}`;

function answerTo(path: string): Answer | undefined {
  const [, kind = '', name = '', last = ''] = path.split('/');
  switch (kind) {
    case 'assets':
      return assets[name];
    case 'images':
      return image;
    case 'shapes':
      return text('text/html', shapesPage);
    case 'api':
      return text('application/json', catalogue(Number(last)));
    case 'catalogue':
      return text('text/html', shell);
    case 'article':
      return text('text/html', article(Number(name)));
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { type, body, isCompressed, maxAge }: Answer): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': maxAge > 0 ? `public, max-age=${maxAge}` : 'no-store',
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(body);
}

// Ends with its parent.
process.stdin.on('end', () => process.exit()).resume();

async function keepImage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  image = { type: 'image/jpeg', body: await buffer(request), isCompressed: false, maxAge: 3_600 };
  response.end();
}

const server = createServer((request, response) => {
  if (request.method === 'PUT') {
    void keepImage(request, response);
    return;
  }
  const answer = answerTo(new URL(request.url ?? '/', 'http://site.invalid').pathname);
  if (answer === undefined) response.writeHead(404).end();
  else send(response, answer);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
