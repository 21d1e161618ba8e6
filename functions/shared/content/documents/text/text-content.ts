import type { Element } from 'domhandler';

import { isNestedDeeper } from '#shared/kernel/json.ts';
import type { ContentOptions, PageContent } from '#shared/content/formats/content-options.ts';
import { columnNames } from '#shared/content/documents/column-names.ts';
import { parseCsv, parseTsv } from './csv-table.ts';
import { detectLanguage } from '#shared/content/metadata/detect-language.ts';
import { documentContents } from '#shared/content/documents/document-content.ts';
import { documentLimits, rectangular } from '#shared/content/dom/document-limits.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { writeHtml } from '#shared/content/formats/html-writer.ts';
import { writeLines } from '#shared/content/formats/page-lines.ts';
import { summaryOf } from '#shared/content/formats/summary.ts';
import { headingOf, withoutFrontMatter } from './markdown-metadata.ts';
import { markdownUrls } from './markdown-urls.ts';
import { jsonTexts, spelledUrls, type TextUrls, xmlTexts } from './text-urls.ts';
import { readFeed } from './feed-document.ts';
import { indentedJson, jsonValue } from './json-text.ts';
import { escapeMarkdown } from '#shared/content/markdown/escape.ts';
import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import type { TextPage } from '#shared/content/page/parse-page.ts';

interface WrittenText {
  readonly markdown: string;
  /** For HTML and lines; the text in a `<pre>` when absent. */
  readonly elements?: readonly Element[];
  readonly json?: Record<string, unknown>;
  /** The URLs in it, without the escapes and signs of the format; when absent, the URLs that its text spells out. */
  readonly urls?: () => TextUrls;
  /** What the text says of itself. */
  readonly metadata?: ContentMetadata;
  readonly warnings?: readonly string[];
}

const preformatted = (text: string): readonly Element[] => [newElement('pre', {}, [newText(text)])];

// Each is tried at the beginning of a run only, so that a long run in the middle of a text is read once.
const trailingBreaks = /(?<!\n)\n+$/;
const trailingSpaces = /(?<![ \t])[ \t]+$/gm;
const lineBreaks = /(?<!\s)\s*\n\s*/g;

function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(trailingBreaks, '')}\n${fence}\n`;
}

const lines = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
const tidy = (text: string): string => `${lines(text).replace(trailingSpaces, '').trim()}\n`;

/** Larger JSON is not reformatted. */
const maxPrettyCharacters = 2_000_000;

function writeJson({ text, url }: TextPage): WrittenText {
  try {
    const value = jsonValue(text);
    if (isNestedDeeper(value, documentLimits.jsonDepth))
      return {
        markdown: fenced(lines(text), 'json'),
        warnings: [`The JSON is nested more than ${documentLimits.jsonDepth} levels deep: json is empty.`],
      };
    const json =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : { items: value };
    return {
      markdown: fenced(text.length > maxPrettyCharacters ? text : indentedJson(text), 'json'),
      json,
      urls: () => spelledUrls(jsonTexts(value), url),
    };
  } catch (error) {
    // JSON lines, comments and trailing commas are readable as text.
    if (!(error instanceof SyntaxError)) throw error;
    return { markdown: fenced(lines(text), 'json') };
  }
}

const cell = (text: string): string =>
  escapeMarkdown(text.replace(lineBreaks, '<br>').replace(/[\t ]+/g, ' '), {
    before: '',
    after: '',
    inLink: false,
    inTable: true,
  }).replaceAll(String.raw`\<br>`, '<br>');

const isTabSeparated = ({ contentType = '', url }: TextPage): boolean =>
  /^\s*text\/tab-separated-values\b/i.test(contentType) || /\.tsv$/i.test(URL.parse(url)?.pathname ?? '');

function writeCsv(page: TextPage): WrittenText {
  const { text, url } = page;
  const rows = isTabSeparated(page) ? parseTsv(text) : parseCsv(text);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return { markdown: '' };
  const line = (row: readonly string[]) => `| ${row.map(cell).join(' | ')} |`;
  const [header = [], ...body] = rectangular(rows);
  const names = columnNames(header);
  const records = body.map((row) =>
    Object.fromEntries(names.map((name, column) => [name, row[column] ?? ''])),
  );
  const tableRows = rows.map((row, index) => {
    const cells = row.map((text) => newElement(index === 0 ? 'th' : 'td', {}, [newText(text)]));
    return newElement('tr', {}, cells);
  });
  return {
    markdown: `${[line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')}\n`,
    elements: [newElement('table', {}, tableRows)],
    json: { tables: [records] },
    urls: () => spelledUrls(rows.flat(), url),
  };
}

const writeXml = ({ text, url }: TextPage): WrittenText => ({
  markdown: fenced(lines(text), 'xml'),
  urls: () => spelledUrls(xmlTexts(text), url),
});

const codeTypes: readonly (readonly [RegExp, string])[] = [
  [/javascript|ecmascript|\.m?js$/, 'javascript'],
  [/typescript|\.ts$/, 'typescript'],
  [/css/, 'css'],
  [/yaml|\.ya?ml$/, 'yaml'],
  [/toml/, 'toml'],
  [/x-python|\.py$/, 'python'],
  [/x-sh|shellscript|\.sh$/, 'bash'],
  [/x-sql|\.sql$/, 'sql'],
  [/x-java-source|\.java$/, 'java'],
  [/x-c\b|\.[ch]$/, 'c'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.rb$/, 'ruby'],
  [/\.php$/, 'php'],
  [/\.vue$/, 'vue'],
  [/\.svelte$/, 'svelte'],
  [/\.astro$/, 'astro'],
];

function writePlain({ text, contentType, url }: TextPage): WrittenText {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const path = URL.parse(url)?.pathname.toLowerCase() ?? '';
  const isProse =
    mediaType === 'text/plain' &&
    /\.(?:txt|text|log)?$/.test(path) &&
    !/\.\w{1,5}$/.test(path.replace(/\.(?:txt|text|log)$/, ''));
  const language = isProse
    ? undefined
    : codeTypes.find(([pattern]) => pattern.test(mediaType) || pattern.test(path))?.[1];
  return {
    markdown: language === undefined ? tidy(text) : fenced(lines(text), language),
  };
}

/** Two spaces at the end of a line break it (CommonMark 0.31, section 6.7); more are no different, and others mean nothing. */
const tidyMarkdown = (text: string): string => {
  const kept = text.replace(trailingSpaces, (spaces, at: number) =>
    spaces.endsWith('  ') && /\S/.test(text[at - 1] ?? '') ? '  ' : '',
  );
  return `${kept.trim()}\n`;
};

function writeMarkdownText({ text, url }: TextPage): WrittenText {
  const { source, metadata } = withoutFrontMatter(lines(text));
  const markdown = tidyMarkdown(source);
  const title = metadata.title ?? headingOf(markdown);
  return {
    markdown,
    elements: preformatted(markdown),
    urls: () => markdownUrls(markdown, url),
    metadata: { ...metadata, ...(title === undefined ? {} : { title }) },
  };
}

function write(page: TextPage): WrittenText {
  switch (page.kind) {
    case 'json':
      return writeJson(page);
    case 'csv':
      return writeCsv(page);
    case 'xml':
      return writeXml(page);
    case 'markdown':
      return writeMarkdownText(page);
    case 'text':
    case 'feed':
    default:
      return writePlain(page);
  }
}

/** Contents of text that is not HTML, one for each of `wanted`: as it is, fenced, or as a table. Throws TOO_LARGE. */
export async function textContents(
  page: TextPage,
  wanted: readonly ContentOptions[],
): Promise<readonly PageContent[]> {
  if (page.kind === 'feed') {
    const contents = await documentContents(readFeed(page.text, page.url), page.url, wanted);
    return contents.map((content, at) =>
      wanted[at]?.formats.has('rawHtml') === true ? { ...content, rawHtml: page.text } : content,
    );
  }
  const written = write(page);
  const { markdown, elements = preformatted(lines(page.text)), json, warnings } = written;
  const { urls = () => spelledUrls([page.text], page.url) } = written;
  const wantsUrls = wanted.some(({ formats }) => formats.has('links') || formats.has('images'));
  const { links, images } = wantsUrls ? urls() : { links: [], images: [] };
  const language =
    written.metadata?.language ??
    page.contentLanguage?.split(',')[0]?.trim() ??
    (page.kind === 'text' || page.kind === 'markdown' ? await detectLanguage(page.text) : undefined);
  const metadata: ContentMetadata = {
    ...written.metadata,
    ...(language === undefined ? {} : { language }),
  };
  return wanted.map(({ formats }) => ({
    metadata,
    ...(formats.has('markdown') ? { markdown } : {}),
    ...(formats.has('html') ? { html: writeHtml(elements) } : {}),
    ...(formats.has('lines') ? { lines: writeLines(elements) } : {}),
    ...(formats.has('links') ? { links } : {}),
    ...(formats.has('json') ? { json: json ?? {} } : {}),
    ...(formats.has('rawHtml') ? { rawHtml: page.text } : {}),
    ...(formats.has('images') ? { images } : {}),
    ...(formats.has('summary') ? { summary: summaryOf(writeLines(elements), metadata.title) } : {}),
    ...(formats.has('explain') ? { explain: [] } : {}),
    ...(warnings === undefined ? {} : { warnings }),
  }));
}
