import { expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { manualText } from '#shared/content/main-content/choice/manual-text.ts';
import generators from '#shared/content/main-content/choice/manual-generators.json' with { type: 'json' };
import { markdownOf } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const sentence = (of: string): string =>
  `The pump of ${of} takes the pressure in bar as its first argument and answers with the flow`;

/** The texts of a page that is taken for a manual, where the model accepts the blocks with a `+`. */
function manualTexts(html: string, declared = ''): string[] | undefined {
  const { context, textsOf } = pageBlocks(html);
  const { blocks } = context.tree;
  const accepted = Uint8Array.from(blocks, ({ text }) => (text.includes('+') ? 1 : 0));
  const text = manualText(context.page, declared, accepted)?.text;
  return text === undefined ? undefined : textsOf([...text.keys()].filter((block) => text[block] === 1));
}

const sections = ['Dover', 'Brake', 'Skerry'].map((of) => `<h2>${of}</h2><p>${sentence(of)}</p>`).join('');
const texts = ['Dover', 'Brake', 'Skerry'].flatMap((of) => [of, sentence(of)]);
const menu = '<div class="menu"><a href="/a">Valves+</a> <a href="/b">Pipes+</a></div>';

test.for([
  ['DocBook', 'DocBook XSL Stylesheets V1.79.1', `<div class="chapter">${sections}</div>`],
  ['Doxygen', 'Doxygen 1.9.4', `<div class="contents">${sections}</div>`],
  ['Javadoc', 'javadoc/HtmlDoclet', `<main role="main">${sections}</main>`],
  ['Sphinx', 'Docutils 0.19: https://docutils.example/', `<div class="body" role="main">${sections}</div>`],
  [
    'MkDocs',
    'mkdocs-1.6.1, mkdocs-material-9.1.0',
    `<article class="md-content__inner">${sections}</article>`,
  ],
  ['Docusaurus', 'Docusaurus v3.1.0', `<div class="theme-doc-markdown markdown">${sections}</div>`],
  ['VitePress', 'VitePress v1.0.0', `<div class="vp-doc _guide">${sections}</div>`],
  ['VuePress', 'VuePress 2.0.0-rc.26', `<div vp-content>${sections}</div>`],
  ['Rspress', 'Rspress v2.0.22', `<div class="rp-doc rspress-doc">${sections}</div>`],
  ['Starlight', 'Astro v7.3.5', `<div class="sl-markdown-content">${sections}</div>`],
  [
    'TypeDoc',
    '',
    `<div class="col-content"><div class="tsd-page-title"></div>${sections}<aside class="tsd-sources"><p>Defined in oar.ts+</p></aside></div>`,
  ],
  [
    'rustdoc',
    'rustdoc',
    `<section id="main-content">${sections}<h2 id="blanket-implementations">Blanket+</h2><div id="blanket-implementations-list"><p>impl Any for Pump+</p></div></section>`,
  ],
  ['YARD', '', `<div id="content">${sections}<div class="tag_title"></div></div>`],
  ['Quarto', 'quarto-1.5.57', `<main id="quarto-document-content">${sections}</main>`],
  ['bookdown', 'bookdown 0.32 and GitBook 2.6.7', `<section class="normal">${sections}</section>`],
  ['Asciidoctor', 'Asciidoctor 2.0.20', `<div id="content">${sections}</div>`],
])('the text of a manual by %s is all of its element', ([, declared = '', text = '']) => {
  expect(manualTexts(`${menu}${text}<p>Made on Monday+</p>`, declared)).toEqual(texts);
});

test('the text of a pandoc document is everything except its table of contents and the menus of its site', () => {
  const frame = '<nav><a href="/a">Valves+</a></nav><div class="navbar"><a href="/b">Pipes+</a></div>';
  const contents = '<div id="TOC"><ul><li><a href="#dover">To Dover</a></li></ul></div>';
  const title = '<header id="title-block-header"><p class="author">Ann</p></header>';

  expect(manualTexts(`<body>${frame}${title}${contents}${sections}</body>`)).toEqual(['Ann', ...texts]);
});

test.for([
  ['Sphinx', `<div class="documentwrapper"><div class="body" role="main">${sections}</div></div>`],
  ['Haddock', `<div id="package-header">pumps-1.0+</div><div id="content">${sections}</div>`],
  ['Groovydoc', `<div class="contentContainer"><ul class="blockList"><li>${sections}</li></ul></div>`],
])(
  'a manual by %s that declares nothing is known by elements that no other program makes',
  ([, html = '']) => {
    expect(manualTexts(`${menu}${html}<p>Made on Monday+</p>`)).toEqual(texts);
  },
);

test('the text of a manual by Texinfo is the page without its menus', () => {
  const html = `<body><div class="header">Next: Pipes+</div>${sections}<div class="nav-panel">Up+</div></body>`;

  expect(manualTexts(html, 'texi2any')).toEqual(texts);
});

test('links to other pages are left out of the text of a manual', () => {
  const html = `<div class="section"><div class="navheader">Next: Pipes+</div>${sections}</div>`;

  expect(manualTexts(html, 'DocBook XSL Stylesheets V1.79.1')).toEqual(texts);
});

test.for([
  ['kept where the model keeps it', 'Valves 12+', sections, ['Valves 12+', ...texts]],
  ['dropped where the model drops it', 'Valves 12', sections, texts],
  [
    'dropped where the model keeps less than half',
    'Valves 12+</p><p>Taps 13</p><p>Pipes 14',
    sections,
    texts,
  ],
  ['kept where there is no other text', 'Valves 12', '', ['Valves 12']],
] as const)('the table of contents is %s', ([, contents, text, kept]) => {
  const html = `${menu}<div class="chapter"><div class="toc"><p>${contents}</p></div>${text}</div>`;

  expect(manualTexts(html, 'DocBook XSL Stylesheets V1.79.1')).toEqual(kept);
});

test.for([
  ['of a program that makes any page', 'WordPress 6.4', `<div class="chapter">${sections}</div>`],
  ['of a declared program in another layout', 'Doxygen 1.9.4', `<div class="page">${sections}</div>`],
  ['with the text element of a manual alone', '', `<main role="main">${sections}</main>`],
])('a page %s is no manual', ([, declared = '', html = '']) => {
  expect(manualTexts(html, declared)).toBeUndefined();
});

test.for(generators)('$name is known by what it declares or marks', ({ declared, marks, text }) => {
  expect(declared.length + marks.length).toBeGreaterThan(0);
  expect(text.length).toBeGreaterThan(0);
  expect(declared).toEqual(declared.map((beginning) => beginning.toLowerCase()));
});

test('a manual by Sphinx is known by its style sheet', async () => {
  const menu = '<div class="sphinxsidebar"><a href="/a">Valves</a></div>';
  const links = '<ul><li><a href="/dover">Dover</a></li><li><a href="/brake">Brake</a></li></ul>';
  const page = (file: string): string =>
    `<head><title>Pumps</title><link rel="stylesheet" href="../_static/${file}?v=8"></head><body>${menu}<div role="main"><h1>Pumps</h1>${sections}<p>Parts:</p>${links}</div></body>`;

  expect(await markdownOf(page('pygments.css'), { onlyMainContent: true })).toContain('[Brake]');
});

test('the trace says that a block is in the text of a manual', async () => {
  const trace = createTrace();
  const html = `<head><meta name="generator" content="Doxygen 1.9.4"></head><body>${menu}<div class="contents">${sections}</div></body>`;
  await markdownOf(html, { onlyMainContent: true, trace });

  const reasonOf = (text: string) => trace.entries.find(({ subject }) => subject?.startsWith(text))?.reason;
  expect(trace.entries).toContainEqual({
    step: 'main content',
    verdict: 'chosen',
    reason: 'a manual by Doxygen, which has its text in elements of fixed names',
  });
  expect(reasonOf('Brake')).toBe('in the text of a manual');
  expect(reasonOf('Valves')).toBe('outside of the text of a manual');
});

test('two functions of a class may say the same of themselves', async () => {
  const said = (name: string): string =>
    `<div class="section"><div class="desktop"><p>${name}(type, message, time)</p><p>${sentence('Dover')}</p><p>${sentence('Brake')}</p></div></div>`;
  const html = `<head><title>Pumps</title><meta name="generator" content="DocBook XSL Stylesheets V1.79.1"></head><body>${menu}<div class="chapter"><h1>Pumps</h1>${said('add')}${said('put')}</div></body>`;

  const markdown = await markdownOf(html, { onlyMainContent: true });

  expect(markdown.split(sentence('Brake'))).toHaveLength(3);
});

test('a module of short signatures is whole, without the links to their sources', async () => {
  const names = [
    'openValve',
    'shutValve',
    'flowOf',
    'pumpFor',
    'pressureIn',
    'drainAll',
    'levelOf',
    'meterOf',
  ];
  const signature = (name: string): string =>
    `<a id="v:${name}" class="def">${name}</a> :: <a href="Valve.html">Valve</a> -&gt; <a href="Bar.html">Bar</a> -&gt; Water ()`;
  const declaration = (name: string): string =>
    `<div class="top"><p class="src">${signature(name)} <a href="src/Pump.html#${name}" class="link">Source</a> <a href="#v:${name}" class="selflink">#</a></p></div>`;
  const html = `<html><head><title>Water.Pump</title></head><body>
<div id="package-header"><span class="caption">pumps-1.0: Pumps for cellars</span><ul class="links"><li><a href="index.html">Contents</a></li><li><a href="doc-index.html">Index</a></li></ul></div>
<div id="content"><div id="module-header"><p class="caption">Water.Pump</p></div><div id="interface"><h1>Documentation</h1>${names.map(declaration).join('')}</div></div>
<div id="footer"><p>Produced by Haddock version 2.25.1</p></div></body></html>`;

  const markdown = await markdownOf(html, { onlyMainContent: true });

  const [valve, bar] = ['Valve', 'Bar'].map((name) => `[${name}](https://site.example/${name}.html)`);
  expect(markdown).toBe(
    `Water.Pump\n\n# Documentation\n\n${names.map((name) => `${name} :: ${valve} -> ${bar} -> Water ()`).join('\n\n')}\n`,
  );
});
