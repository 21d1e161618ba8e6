import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { routes } from '#shared/contract/routes.ts';
import { highlighted, withoutPlace } from '../../lib/account-page/playground/evidence.ts';
import { bodyOf, valuesOf } from '../../lib/account-page/playground/form-values.ts';
import { inertDocument } from '../../lib/account-page/playground/inert-document.ts';
import { makeForms } from '../../lib/operation-forms.ts';
import { fragmentOf, requestOfFragment } from '../../lib/account-page/playground/share-link.ts';
import { snippet } from '../../lib/account-page/playground/snippets.ts';

const formOf = (operation: string) => makeForms().find((form) => form.operation === operation)!;
const fieldOf = (operation: string, name: string) =>
  formOf(operation).fields.find((field) => field.name === name)!;

describe('the form of an operation', () => {
  test('is there for each billed operation, with each field of its request explained', () => {
    expect(makeForms().map(({ operation }) => operation)).toEqual([
      'scrape',
      'crawl',
      'batch',
      'map',
      'search',
      'extract',
    ]);
    for (const { fields } of makeForms())
      for (const { name, meaning } of fields) expect(`${name}: ${meaning}`).toMatch(/: \S/);
  });

  test.for([
    ['scrape', 'url', 'text'],
    ['scrape', 'formats', 'choices'],
    ['scrape', 'onlyMainContent', 'switch'],
    ['scrape', 'includeTags', 'lines'],
    ['scrape', 'timeout', 'number'],
    ['scrape', 'proxy', 'choice'],
    ['scrape', 'headers', 'json'],
    ['scrape', 'jsonOptions', 'json'],
    ['crawl', 'includePaths', 'lines'],
    ['batch', 'urls', 'lines'],
    ['map', 'search', 'text'],
    ['search', 'query', 'text'],
    ['extract', 'urls', 'lines'],
    ['extract', 'prompt', 'longText'],
    ['extract', 'schema', 'json'],
  ])('%s enters %s as %s', ([operation, name, kind]) => {
    expect(fieldOf(operation!, name!).kind).toBe(kind);
  });

  test.for(['crawl', 'batch'])('%s has no webhook, whose signature nobody could verify', (operation) => {
    const { fields } = formOf(operation);

    expect(fields.map(({ name }) => name)).toContain('formats');
    expect(fields.map(({ name }) => name)).not.toContain('webhook');
  });

  test('has the defaults, bounds and choices of the contract', () => {
    expect(fieldOf('scrape', 'timeout')).toMatchObject({ default: 30_000, minimum: 1_000, maximum: 300_000 });
    expect(fieldOf('scrape', 'formats').choices).toContain('screenshot@fullPage');
    expect(fieldOf('scrape', 'url').isRequired).toBe(true);
  });

  test.for(makeForms().flatMap((form) => form.fields.map((field) => [form, field] as const)))(
    'sends the example of $1.name of $0.operation as it is',
    ([form, field]) => {
      const { body } = bodyOf(form, valuesOf(form, { [field.name]: field.example }));

      expect(body[field.name] ?? field.default).toEqual(field.example);
    },
  );

  test('sends no field that is empty or has its default', () => {
    const { body } = bodyOf(formOf('scrape'), {
      url: ' example.com ',
      formats: ['markdown'],
      onlyMainContent: true,
      timeout: '30000',
      includeTags: ' \n ',
      mobile: true,
    });

    expect(body).toEqual({ url: 'example.com', mobile: true });
  });

  test('names fields that cannot be sent', () => {
    const { problems } = bodyOf(formOf('scrape'), { timeout: 'soon', jsonOptions: '{' });

    expect(problems).toEqual({ url: 'required', timeout: 'number', jsonOptions: 'json' });
  });
});

describe('a shared link', () => {
  const operations = routes.flatMap((route) => ('operation' in route ? [route.operation] : []));

  test('opens the same request', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...operations),
        fc.dictionary(
          fc.string().filter((name) => !['headers', 'webhook', 'actions', '__proto__'].includes(name)),
          fc.string({ unit: 'binary' }),
        ),
        (operation, body) => {
          expect(requestOfFragment(fragmentOf({ operation, body }))).toEqual({ operation, body });
        },
      ),
    );
  });

  test('keeps the fields of a schema, whatever their names', () => {
    const schema = {
      type: 'object',
      properties: { headers: { type: 'string' }, actions: {} },
      required: ['headers'],
    };
    const body = { urls: ['https://a.example'], schema, scrapeOptions: { jsonOptions: { schema } } };

    expect(requestOfFragment(fragmentOf({ operation: 'extract', body }))?.body).toEqual(body);
  });

  test('has no headers, no actions and no webhook, also not of its pages', () => {
    const fragment = fragmentOf({
      operation: 'crawl',
      body: {
        url: 'https://a.example',
        webhook: { url: 'https://b.example', headers: { token: 'secret' } },
        actions: [{ type: 'write', text: 'secret' }],
        scrapeOptions: { headers: { authorization: 'secret' }, mobile: true },
      },
    });

    expect(fragment).not.toContain('secret');
    expect(requestOfFragment(fragment)?.body).toEqual({
      url: 'https://a.example',
      scrapeOptions: { mobile: true },
    });
  });

  test.for([[''], ['#'], ['#scrape'], ['#scrape={'], ['#scrape=[]'], ['#scrape=%'], ['#%=%7B%7D']])(
    'that is broken (%j) opens nothing',
    ([fragment]) => {
      expect(requestOfFragment(fragment!)).toBeUndefined();
    },
  );
});

/** Texts that end a string, a line or a program in one of the languages. */
const difficult = {
  url: 'https://a.example/?q=\'"`$HOME\\',
  prompt: 'first\nsecond \u2028 “third” $(id) `id` ${id} \' " \\ %s 😀',
  onlyMainContent: false,
  jsonOptions: null,
  formats: ['markdown', 'links'],
  scrapeOptions: {},
};

/** Runs a program against a server that keeps the request, and returns it. */
async function sentBy(run: (url: string) => Promise<unknown>) {
  const received: { body: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        key: request.headers['x-api-key']?.toString(),
      });
      response.end('{"success":true,"data":{}}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/scrape`);
  server.close();
  return received.map(({ body, key }) => ({ body: JSON.parse(body) as unknown, key }));
}

const environment = { PATH: process.env['PATH'], WINNOW_API_KEY: 'wnk_test' };
const run = promisify(execFile);

describe('the program for a request', () => {
  test.for([
    ['curl', 'sh', '-c'],
    ['TypeScript', process.execPath, '--input-type=module-typescript', '-e'],
  ] as const)('in %s sends exactly the request', async ([language, command, ...options]) => {
    const sent = await sentBy((url) =>
      run(command, [...options, snippet(language, { url, body: difficult })], { env: environment }),
    );

    expect(sent).toEqual([{ body: difficult, key: 'wnk_test' }]);
  });

  test('in Python has the literals of Python', () => {
    expect(snippet('Python', { url: 'https://a.example/api/v1/scrape', body: difficult })).toContain(
      `    json={
        "url": "https://a.example/?q='\\"\`$HOME\\\\",
        "prompt": "first\\nsecond \u2028 “third” $(id) \`id\` \${id} ' \\" \\\\ %s 😀",
        "onlyMainContent": False,
        "jsonOptions": None,
        "formats": [
            "markdown",
            "links",
        ],
        "scrapeOptions": {},
    },
`,
    );
  });
});

describe('evidence', () => {
  const text = 'Alder 12-inch\n  cast iron pan\n\n**64.00** EUR (3.1 kg)';

  test('is highlighted where the page says it, across white space', () => {
    const parts = highlighted(text, [
      { path: '/results/0/name', quote: 'Alder 12-inch cast iron pan' },
      { path: '/results/0/price', quote: '64.00' },
    ]);

    expect(parts).toEqual([
      { text: 'Alder 12-inch\n  cast iron pan', paths: ['/results/0/name'] },
      { text: '\n\n**', paths: [] },
      { text: '64.00', paths: ['/results/0/price'] },
      { text: '** EUR (3.1 kg)', paths: [] },
    ]);
  });

  test('that overlaps belongs to both values', () => {
    const parts = highlighted('abcd', [
      { path: '/a', quote: 'abc' },
      { path: '/b', quote: 'bcd' },
    ]);

    expect(parts.map(({ text, paths }) => [text, ...paths])).toEqual([
      ['a', '/a'],
      ['bc', '/a', '/b'],
      ['d', '/b'],
    ]);
  });

  test('without a place in the text is listed', () => {
    const sources = [
      { path: '/a', quote: '64.00' },
      { path: '/b', quote: 'SKU-1 (declared)' },
      { path: '/c' },
    ];

    expect(withoutPlace(text, sources).map(({ path }) => path)).toEqual(['/b', '/c']);
  });

  test('leaves the text as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 8 }), (page, quotes) => {
        const parts = highlighted(
          page,
          quotes.map((quote, index) => ({ path: `/${index}`, quote })),
        );
        expect(parts.map((part) => part.text).join('')).toBe(page);
      }),
    );
  });
});

describe('scraped Markdown', () => {
  test.for([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['[a](javascript:alert(1))'],
    ['[a](JaVaScRiPt&#58;alert(1))'],
    ['![a](javascript:alert(1))'],
    ['<iframe srcdoc="<script>alert(1)</script>">'],
    ['</body></html><script>alert(1)</script>'],
    ['[a](data:text/html,<script>alert(1)</script>)'],
    ['<a href="javascript:alert(1)">a</a>'],
    ['| <svg onload=alert(1)> |\n| --- |\n| <style>*{}</style> |'],
  ])('%j is inert as a document', ([markdown]) => {
    const document = inertDocument(markdown!, 'https://a.example/account/assets/scraped.css');
    const body = document.slice(document.indexOf('<body'));

    expect(body).not.toMatch(/<(script|img|iframe|svg|style|a href="javascript)/i);
    expect(body).not.toMatch(/(href|src)="(javascript|data)/i);
    expect(document).toContain("content=\"default-src 'none'; style-src https://a.example;");
  });

  test('has the words of a link and its URL as a tooltip, and leads nowhere', () => {
    const document = inertDocument('[the shop](https://b.example/?a=1&b=2)', 'https://a.example/s.css');

    expect(document).toContain('<a title="https://b.example/?a=1&amp;b=2">the shop</a>');
  });

  test('has its headings, tables and lists', () => {
    const document = inertDocument('# A\n\n| b |\n| - |\n| c |\n\n- [x] d', 'https://a.example/s.css');

    expect(document).toContain('<h1>A</h1>');
    expect(document).toContain('<td>c</td>');
    expect(document).toContain('type="checkbox"');
  });
});
