import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';

import { checkAnalysis } from '#shared/search/answer/check-analysis.ts';
import { sourceDefinitions } from '#shared/search/answer/neutral-markdown.ts';

type Node = DefaultTreeAdapterMap['node'];

const sources = [
  { url: 'https://a.example/', text: 'Write to help@a.example about pans.' },
  { url: 'https://b.example/pans?kind=iron&copy;=1', text: '' },
];
const urls: readonly string[] = sources.map(({ url }) => url);
/** As in the answer of a search: link definitions of the citations follow the text. */
const withDefinitions = (markdown: string): string => `${markdown}\n\n${sourceDefinitions(urls)}\n`;

const markdownTags = new Set(
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  ),
);

function elementsOf(node: Node): { name: string; attributes: Record<string, string> }[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  if (!('tagName' in node)) return children;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ name: node.tagName, attributes }, ...children];
}

/** The HTML of a checked analysis by renderers of two dialects. */
function rendered(text: string) {
  const markdown = withDefinitions(checkAnalysis(text, sources).markdown);
  const dialects = [
    {},
    {
      extensions: [gfmTable(), gfmStrikethrough()],
      htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
    },
  ];
  return dialects.map((dialect) => {
    const html = micromark(markdown, {
      ...dialect,
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
    });
    return { html, elements: elementsOf(parseFragment(html)) };
  });
}

const pieces = [
  '<', '>', '[', ']', '(', ')', '!', '`', '``', '```', '~~~', '$$', '$', '\\', '|', '&', ';', ':', '/', '#', '*', '_',
  '\n', '\n\n', '\r', '\t', '    ', ' ', '> ', '- ', '1. ', '[1]', '[1]:', '[2][1]', '[3]', '| a | b |\n| - | - |\n| ',
  'img src=x onerror=alert(1)', 'script', '/script', '!--', '?x', '![CDATA[', 'a href=', 'svg/onload=x', '"', "'", 'x',
  'https://evil.example/?q=secret', 'http:', '//evil.example/', 'www.evil.example', 'javascript:alert(1)', 'JaVaScRiPt:x',
  'data:text/html,x', 'mailto:a@evil.example', 'me@evil.example', 'https://a.example/', 'a.example',
  'https\\://evil.example', '&lt;', '&#60;', '&#x3c;', '&colon;', '&#106;avascript:x', '[x](', '[x]: ', '<https://',
]; // prettier-ignore
const hostileText = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary' })), {
    maxLength: 24,
  })
  .map((parts) => parts.join(''));

const markdownAttributes = new Set(['href', 'class', 'start', 'align']);

/** Tags, attributes and URLs that belong neither to Markdown nor to the sources. */
const strangers = (text: string): readonly string[] =>
  rendered(text).flatMap(({ elements }) =>
    elements.flatMap(({ name, attributes }) => [
      ...(markdownTags.has(name) ? [] : [`<${name}>`]),
      ...Object.keys(attributes).filter((attribute) => !markdownAttributes.has(attribute)),
      ...(attributes['href'] === undefined || urls.includes(attributes['href']) ? [] : [attributes['href']]),
    ]),
  );

/** URLs shown outside code that are no source. */
const foreignAddresses = (text: string): readonly string[] =>
  rendered(text).flatMap(({ html }) => {
    const words = html
      .replaceAll(/<code[^]*?<\/code>/g, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .replaceAll('&amp;', '&');
    const addresses = words.match(/(?:[a-z][a-z\d+.-]*:\/\/|(?<![a-z\d])www\.)[^\s<>"]*/gi) ?? [];
    return addresses.filter((address) => !urls.some((url) => address.startsWith(url)));
  });

describe('an analysis by a hostile model', () => {
  test.for([
    '<[9]img src=x onerror=alert(1)> ',
    '<[[9]9]img src=x> ',
    'http[9]://evil.example',
    'www[9].evil.example',
  ])('makes no URL of the text around a removed citation: %s', (text) => {
    expect([...strangers(text), ...foreignAddresses(text)]).toEqual([]);
  });

  test.for([
    ['a URL that is no source', 'Look at <https://evil.example/!>[1]'],
    ['a link that leads to no source', '[Look!](https://evil.example/)[1]'],
    ['an image without words', 'Look!![](https://evil.example/)[1]'],
    ['a link before a link', '[Look!](https://evil.example/)[here](https://a.example/)'],
  ] as const)('makes no image of a source after an exclamation mark of %s', ([, text]) => {
    for (const { elements } of rendered(text)) expect(elements.map(({ name }) => name)).toEqual(['p', 'a']);
  });

  test('renders to tags of Markdown only, and links to sources only', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(strangers(text)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('shows no URL outside code but those of sources', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(foreignAddresses(text)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test.for([
    ['a tag within a tag', '<<img src=x>img src=x onerror=alert(1)>'],
    ['a tag over two lines', '<img\nsrc=x onerror=alert(1)>'],
    ['a tag in code that a table cuts apart', '| a | b | c |\n| - | - | - |\n| `b | <img src=x> | ` |'],
    ['a tag in code that math cuts apart', '$`$<img src=x onerror=alert(1)>`'],
    ['a tag after a fence within a fence', '~~~\n```\n~~~\n<img src=x>\n```'],
    ['a tag after an escape', '\\<img src=x> \\\\<img src=x>'],
    ['a comment', '<!--<img src=x>-->'],
  ] as const)('shows %s as plain text', ([, text]) => {
    for (const { html, elements } of rendered(text)) {
      expect(elements.map(({ name }) => name)).not.toContain('img');
      expect(html).toContain('src=x');
    }
  });

  test.for([
    ['bare', 'See https://evil.example/?q=secret.', 'See ….'],
    ['bare, without a scheme', 'See (www.evil.example/secret).', 'See (…).'],
    ['between angle brackets', 'See <https://evil.example/>.', 'See ….'],
    ['with an escape in its middle', 'See https\\://evil.example/', 'See …'],
    ['of a script', 'See [it](javascript:alert(1)) and javascript:alert(1)', 'See \\[it\\](…)) and …)'],
    ['of an image', '![a chart](https://evil.example/?q=secret)', 'a chart'],
    ['of a link', 'See [the shop](https://evil.example/).', 'See the shop.'],
    ['of a reference', 'See [the shop][x].\n\n[x]: https://evil.example/', 'See \\[the shop\\]\\[x\\].'],
    ['of a citation that is defined anew', 'Dry it [1].\n\n[1]: <https://evil.example/>', 'Dry it [1].'],
    ['of mail', 'Write to me@evil.example.', 'Write to ….'],
  ] as const)('loses a URL %s', ([, text, markdown]) => {
    expect(checkAnalysis(text, sources).markdown).toBe(markdown);
  });

  test.for([
    ['a bare source', 'See https://a.example/.', 'See <https://a.example/>.'],
    ['a source without its slash', 'See https://a.example now', 'See <https://a.example/> now'],
    [
      'a link to a source',
      'See [the **shop**](https://a.example/) [1].',
      'See [the **shop**](https://a.example/) [1].',
    ],
    [
      'a link that names its address',
      '[https://a.example/](https://a.example/)',
      '[https://a.example/](https://a.example/)',
    ],
    ['mail that a source shows', 'Write to help@a.example.', 'Write to help@a.example.'],
    ['comparisons', 'Iron < steel, 2 << 3, a && b', 'Iron < steel, 2 << 3, a && b'],
    [
      'code',
      'Use `Array<string>`:\n\n```ts\nconst a: Array<string> = [];\n```',
      'Use `Array<string>`:\n\n```ts\nconst a: Array<string> = [];\n```',
    ],
    [
      'structure',
      '## Pans\n\n1. *Dry* it [1][2]\n2. ~~Oil~~ it\n\n| a | b |\n| - | - |\n| 1 | 2 |',
      '## Pans\n\n1. *Dry* it [1][2]\n2. ~~Oil~~ it\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    ],
    ['the end of code that was left open', '```\n<b>', '```\n<b>\n```'],
  ] as const)('keeps %s', ([, text, markdown]) => {
    expect(checkAnalysis(text, sources).markdown).toBe(markdown);
  });
});
