import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { goldenPages } from '../content/golden-pages.ts';
import { markdownOf, readPage } from '../content/read-page.ts';
import { renderMarkdown } from '../content/render-markdown.ts';

const names =
  'p div span a b i em strong code pre ul ol li dl dt dd table thead tbody tr td th caption h1 h2 h6 blockquote img br hr sup sub details summary svg math mi template noscript script style select option iframe input button figure q x-box'.split(
    ' ',
  );

const attribute = fc.oneof(
  fc.constantFrom(
    'href="javascript:alert(1)"',
    'href=" JaVaScRiPt:alert(1)"',
    'href="/a b"',
    'href="#x"',
    'src="data:text/html,x"',
    'src=x.png',
    'onclick="alert(1)"',
    'onerror=alert(1)',
    'style="display:none"',
    'hidden',
    'class="footnote-ref highlight note"',
    'id=x',
    'colspan=3',
    'rowspan=0',
    'align=right',
    'data-footnote="a](javascript:alert(1))"',
    'data-latex="[a](javascript:alert(1))"',
    'role=tab aria-controls=x',
  ),
  fc.string({ maxLength: 12 }).map((value) => `title="${value.replaceAll('"', '')}"`),
);

const tag = fc
  .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 3 }))
  .map(([name, attributes]) => `<${[name, ...attributes].join(' ')}>`);

const piece = fc.oneof(
  { weight: 4, arbitrary: tag },
  { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<!-- x',
      '<![CDATA[',
      '&#0;',
      '&amp',
      '<',
      '</',
      '\0',
      '[a]: javascript:b',
      '\n\n',
      '```',
    ),
  },
);

const soup = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

const formats = ['markdown', 'html', 'links', 'json'] as const;

const dangers: readonly RegExp[] = [
  /<(?:script|style|iframe|object|embed|form|template)\b/i,
  /<[^>]*\s(?:on\w+|style|srcdoc|formaction)\s*=/i,
  /(?:href|src)="(?!https?:|mailto:|tel:|sms:|ftp:|irc|magnet:|geo:|xmpp:)/i,
];

/** What could run in this HTML. */
/** In tags only: a page may well write about attributes. */
const dangersIn = (html: string): readonly string[] => {
  const tags = (html.match(/<[a-z!/?](?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? []).join('');
  return dangers.flatMap((danger) => danger.exec(tags)?.[0] ?? []);
};

describe('any page', () => {
  test('is converted without an error, and to HTML that nothing runs in', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (page) => {
        const { html = '' } = await readPage(page, { formats });
        expect(dangersIn(html)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('gives Markdown that renders without scripts, handlers or links to code', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (page) => {
        const markdown = await markdownOf(page);
        // As a reader does that knows no formulas: what stands between dollars is Markdown to it.
        const rendered = renderMarkdown(markdown.replaceAll('$', ''));
        expect(rendered).not.toMatch(/(?:href|src)="\s*(?:javascript|vbscript|data):/i);
        expect(rendered).not.toMatch(/<(?:script|style|iframe|img\s[^>]*\bonerror)\b/i);
        expect(markdown).not.toMatch(/[ \t]$/m);
      }),
      { numRuns: 400 },
    );
  });

  test('gives the same bytes each time', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (page) => {
        expect(await readPage(page, { formats })).toEqual(await readPage(page, { formats }));
      }),
      { numRuns: 100 },
    );
  });

  test('may be cut, doubled and mixed anywhere', async () => {
    const sources = goldenPages.map(({ source }) => source.toString('latin1'));
    const mutation = fc.record({
      page: fc.constantFrom(...sources),
      other: fc.constantFrom(...sources),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom('cut', 'double', 'mix'),
    });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ page, other, from, to, kind }) => {
        const [start, end] = [Math.floor(from * page.length), Math.floor(to * page.length)];
        const inserted = kind === 'cut' ? '' : kind === 'double' ? page.slice(start, end) : other.slice(end);
        const mutated = page.slice(0, start) + inserted + page.slice(end);
        const { html = '' } = await readPage(mutated, { formats });
        expect(dangersIn(html)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const unescapeHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const visible = fc.string({
  unit: fc.constantFrom(...Array.from('ab1. -+*_`~#>|[](){}<&!\\/:=%яё,')),
  minLength: 1,
  maxLength: 30,
});

describe('text of a page', () => {
  test('is read the same after Markdown, whatever characters it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(visible, async (text) => {
        const plain = text.replace(/\s+/g, ' ').trim();
        const rendered = renderMarkdown(await markdownOf(`<main><p>${escapeHtml(text)}</p></main>`));

        expect(unescapeHtml(rendered).trim()).toBe(plain);
      }),
      { numRuns: 2000 },
    );
  });

  test('is read the same in cells, items, headings, links and emphasis', async () => {
    const wrappers = [
      (text: string) => `<ul><li>${text}</li></ul>`,
      (text: string) => `<h2>${text}</h2>`,
      (text: string) => `<p><a href="/a">${text}</a></p>`,
      (text: string) => `<p>x <em>${text}</em> y</p>`,
      (text: string) => `<table><tr><th>h</th><th>i</th></tr><tr><td>${text}</td><td>z</td></tr></table>`,
      (text: string) => `<blockquote>${text}</blockquote>`,
    ];
    await fc.assert(
      fc.asyncProperty(visible, fc.constantFrom(...wrappers), async (text, wrap) => {
        const source = wrap(escapeHtml(text));
        const rendered = renderMarkdown(await markdownOf(`<main>${source}</main>`));
        const words = (html: string) => unescapeHtml(html).replace(/\s+/g, '');

        expect(words(rendered)).toBe(words(source));
      }),
      { numRuns: 2000 },
    );
  });

  test('in code is kept to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 40 }), async (text) => {
        const line = text.replace(/\s+/g, ' ').trim();
        fc.pre(line !== '');
        const rendered = renderMarkdown(await markdownOf(`<pre><code>x${escapeHtml(line)}</code></pre>`));

        expect(unescapeHtml(rendered).trim()).toBe(`x${line}`);
      }),
      { numRuns: 500 },
    );
  });
});
