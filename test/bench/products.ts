import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { ContentOptions } from '#shared/content/formats/content-options.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { subjectHeading } from '#shared/extract/embedded/subject-name.ts';
import { folded, optionsWithData } from './page-data.ts';
import { progress } from './progress.ts';

// Whether the Markdown of a product's page has the name, price and brand that the page shows: `npm run bench -- products
// --data FOLDER [--show]`. FOLDER has `extraction/products`. A page counts for a field when its whole text has the
// true value. Nobody has annotated names: the true one is the heading of the first level that agrees with the title.

const options = optionsWithData(
  { show: { type: 'boolean', default: false } },
  'extraction/products',
  `npm run bench -- products --data FOLDER [--show]

  --data FOLDER  has extraction/products
  --show         lists the pages whose Markdown lacks a value`,
);
const folder = join(options.data, 'extraction/products');

interface ProductTruth {
  readonly id: string;
  readonly url: string;
  readonly price?: readonly string[];
  readonly brand?: readonly string[];
}

const hasWords = (text: string, words: string): boolean => ` ${folded(text)} `.includes(` ${folded(words)} `);

const sign = String.raw`(?:\p{Sc}|kn|lei|zł|kč|chf|eur|usd|gbp|円|元|원|tl|kr|тг|тнг|₸|руб|р|br|r\$)`;

/** An amount as shops write it: `1 299`, `1,299.00`, `12⁹⁹` in two elements; with the sign of a currency near it. */
function pricePattern(written: string): RegExp {
  const [whole = '', cents = ''] = Number(written.trim()).toFixed(2).split('.');
  const groups = whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, String.raw`[\s.,'’]?`);
  const rest = cents === '00' ? String.raw`(?:[.,]\s?(?:00|[-–—]+))?` : String.raw`[\s.,€£$]{0,3}${cents}`;
  const amount = String.raw`(?<![\d.,])${groups}${rest}(?![\d]|[.,]\d)`;
  return new RegExp(String.raw`${sign}[\s:.]{0,3}${amount}|${amount}[\s.,\-–—~]{0,4}${sign}`, 'iu');
}

const main: ContentOptions = {
  formats: new Set(['markdown']),
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};
const wholeText: ContentOptions = {
  ...main,
  formats: new Set(['markdown', 'lines']),
  onlyMainContent: false,
};

interface Outcome {
  readonly field: string;
  readonly url: string;
  readonly value: string;
  readonly isKept: boolean;
}

/** Words on one line, so that values in several elements are found. */
const oneLine = (markdown: string): string => plainText(markdown).replaceAll(/\s+/g, ' ');

async function outcomesOf(product: ProductTruth): Promise<readonly Outcome[]> {
  const { id, url, price = [], brand = [] } = product;
  const bytes = gunzipSync(readFileSync(join(folder, `html/${id}.html.gz`)));
  const page = parsePage({ bytes, contentType: 'text/html', url });
  const contents = await pageContents(page, [main, wholeText]);
  const [kept, shown] = contents;
  const lines = shown.lines?.lines ?? [];
  const { title } = shown.metadata;
  const heading = title === undefined ? undefined : lines[subjectHeading(lines, [title]) ?? -1]?.text;
  const markdown = oneLine(kept.markdown ?? '');
  const whole = oneLine(shown.markdown ?? '');
  const outcome = (
    field: string,
    spellings: readonly string[],
    has: (text: string, value: string) => boolean,
  ): readonly Outcome[] => {
    const seen = spellings.filter((value) => has(whole, value));
    if (seen.length === 0) return [];
    return [{ field, url, value: seen.join(' | '), isKept: seen.some((value) => has(markdown, value)) }];
  };
  return [
    ...outcome('name', heading === undefined ? [] : [heading], hasWords),
    ...outcome('price', price, (text, value) => pricePattern(value).test(text)),
    ...outcome('brand', brand, hasWords),
  ];
}

const products = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as readonly ProductTruth[];
const outcomes: Outcome[] = [];
for (const [at, product] of products.entries()) {
  progress('products', at, products.length);
  outcomes.push(...(await outcomesOf(product)));
}

console.log(`${'field'.padEnd(8)}${'shown'.padStart(7)}${'kept'.padStart(7)}${'share'.padStart(8)}`);
for (const [field, all] of Map.groupBy(outcomes, (outcome) => outcome.field)) {
  const kept = all.filter(({ isKept }) => isKept).length;
  const cells = [String(all.length).padStart(7), String(kept).padStart(7)];
  console.log(`${field.padEnd(8)}${cells.join('')}${(kept / all.length).toFixed(3).padStart(8)}`);
}
if (options.show)
  for (const { field, url, value, isKept } of outcomes)
    if (!isKept) console.log(`${field} · ${url.slice(0, 90)} · ${value}`);
