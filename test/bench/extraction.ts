import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { extractionPage, extractionSelection } from '#shared/extract/embedded/extraction-page.ts';
import { embeddedItems } from '#shared/extract/declared-first.ts';
import {
  anyConcept,
  chanceOf,
  type Reliability,
  reliabilityKey,
} from '#shared/extract/evidence/reliability.ts';
import { confirmation } from '#shared/extract/evidence/weigh-evidence.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { readDate } from '#shared/values/dates.ts';
import { readAvailability } from '#shared/values/availability.ts';
import { readPages } from '../../lib/training/read-pages.ts';
import judgements from './article-judgements.json' with { type: 'json' };
import { folded, optionsWithData } from './page-data.ts';
import { progress } from './progress.ts';

// What /extract answers without a model, beside what a person read on the page: `npm run bench -- extraction --data
// FOLDER [--show] [--write]`; `--write` stores the shares of right values from which confidence is made. FOLDER has `extraction/products`, `extraction/articles.jsonl` and `content/wcxb-dev`. A page without
// a true value counts for nothing, because nobody has annotated that there is none.

interface Asked {
  /** The page's id in `wcxb-dev`; absent for products. */
  readonly id?: string;
  readonly bytes: Uint8Array;
  readonly url: string;
  /** By field, every spelling that counts. */
  readonly truth: Readonly<Record<string, readonly string[]>>;
}

type Basis = Parameters<typeof chanceOf>[0];

interface Outcome {
  readonly id: string | undefined;
  readonly field: string;
  readonly url: string;
  readonly truth: readonly string[];
  readonly value: string | number | undefined;
  readonly isRight: boolean;
  /** Where the value comes from; absent when there is none. */
  readonly basis?: Basis;
}

type Reading = (text: string) => string;

const options = optionsWithData(
  { show: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  'extraction/products',
  `npm run bench -- extraction --data FOLDER [--show] [--write]

  --data FOLDER  has extraction/products, extraction/articles.jsonl and content/wcxb-dev
  --show         lists the values that are wrong
  --write        stores the shares of right values, from which confidence is made`,
);
const { data } = options;

const compact: Reading = (text) => folded(text).replaceAll(' ', '');
const currencySigns: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  Kn: 'HRK',
  Lei: 'RON',
  zł: 'PLN',
  '원~': 'KRW',
  'тг.': 'KZT',
};
/** Annotations that take the point of thousands of pesos for a fraction. */
const pricesInThousands: Readonly<Record<string, number>> = { '2.449': 2_449, '24.99': 24_990, '5': 5_000 };
/** Dollars and pesos of several countries share the sign. */
const dollars = /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD|MXN|CLP|ARS|COP)$/;

const readings: Readonly<Record<string, Reading>> = {
  price: (text) => String(pricesInThousands[text.trim()] ?? Number(text)),
  currency: (text) => {
    const code = currencySigns[text.trim()] ?? text.trim();
    return code === '$' || dollars.test(code) ? '$' : code;
  },
  availability: (text) => String(readAvailability(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))),
  brand: folded,
  sku: compact,
  title: folded,
  author: (text) => folded(text).replaceAll(/ (?:and|und|et|y) /g, ' '),
  datePublished: (text) => readDate(text) ?? text,
  date: (text) => readDate(text) ?? text,
};

const isAmong = (
  spellings: readonly string[],
  field: string,
  value: string | number | undefined,
): boolean => {
  const reading = readings[field] ?? folded;
  return value !== undefined && spellings.some((one) => reading(one) === reading(String(value)));
};

const properties = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, { type: name === 'price' ? 'number' : 'string' }]),
  ),
});

async function outcomesOf(schema: object, { id, bytes, url, truth }: Asked): Promise<readonly Outcome[]> {
  const parsed = parsePage({ bytes, contentType: 'text/html', url });
  const whole = { onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: true };
  const contents = await pageContents(parsed, [extractionSelection(whole)]);
  const page = extractionPage({ finalUrl: url, requestedUrl: url }, contents[0]);
  const prepared = await prepareTask({ schema: schema as Record<string, unknown>, requireEvidence: false });
  const [item] = embeddedItems(page, prepared.task, prepared.form);
  const isConfirmed = confirmation(page);
  const values = (item?.value ?? {}) as Readonly<Record<string, string | number>>;
  return Object.entries(truth).map(([field, spellings]) => {
    const value = values[field];
    const isRight = isAmong(spellings, field, value);
    const evidence = item?.evidence.find(({ path }) => path === `/${field}`);
    const basis =
      evidence === undefined
        ? {}
        : {
            basis: {
              concept: evidence.concept ?? anyConcept,
              origin: evidence.origin,
              isConfirmed: isConfirmed(evidence),
            },
          };
    return { id, field, url, truth: spellings, value, isRight, ...basis };
  });
}

const percent = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3);

function print(title: string, outcomes: readonly Outcome[]): void {
  console.log(
    `\n${title.padEnd(16)}${['pages', 'right', 'wrong', 'none'].map((name) => name.padStart(8)).join('')}`,
  );
  for (const [field, all] of Map.groupBy(outcomes, (outcome) => outcome.field)) {
    const right = all.filter(({ isRight }) => isRight).length;
    const none = all.filter(({ value }) => value === undefined).length;
    const cells = [
      percent(right, all.length),
      percent(all.length - right - none, all.length),
      percent(none, all.length),
    ];
    console.log(
      `${field.padEnd(16)}${[String(all.length), ...cells].map((cell) => cell.padStart(8)).join('')}`,
    );
  }
  if (!options.show) return;
  for (const { field, url, truth, value, isRight, basis } of outcomes)
    if (!isRight)
      console.log(
        `${field} · ${url}\n    true ${truth.join(' | ')}\n    told ${JSON.stringify(value)} ${basis === undefined ? '' : chanceOf(basis).toFixed(2)}`,
      );
}

/** Values of one kind that count as much as those measured. */
const priorValues = 6;

/** The share of right values by basis; few values lean on those of all concepts with their origin. */
function reliabilityOf(outcomes: readonly Outcome[]): Reliability {
  const told = outcomes.flatMap(({ basis, isRight }) => (basis === undefined ? [] : [{ basis, isRight }]));
  const overall = told.filter(({ isRight }) => isRight).length / told.length;
  const shares = (name: (basis: Basis) => string, prior: (basis: Basis) => number) =>
    new Map(
      [...Map.groupBy(told, ({ basis }) => name(basis))].map(([key, all]) => {
        const right = all.filter(({ isRight }) => isRight).length;
        const leaning = all[0] === undefined ? overall : prior(all[0].basis);
        return [key, (right + priorValues * leaning) / (all.length + priorValues)];
      }),
    );
  const anyKey = ({ origin, isConfirmed }: Basis) => reliabilityKey(anyConcept, origin, isConfirmed);
  const ofOrigin = shares(anyKey, () => overall);
  const ofConcept = shares(
    ({ concept, origin, isConfirmed }) => reliabilityKey(concept, origin, isConfirmed),
    (basis) => ofOrigin.get(anyKey(basis)) ?? overall,
  );
  const rounded = [...ofOrigin, ...ofConcept].map(([key, share]) => [key, Number(share.toFixed(3))] as const);
  return Object.fromEntries(rounded.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

/** One of two halves of the hosts. */
const halfOf = ({ url }: Outcome): number => {
  let hash = 0;
  for (const byte of Buffer.from(URL.parse(url)?.hostname ?? '')) hash = (Math.imul(hash, 31) + byte) >>> 0;
  return hash % 2;
};

/** The share of right values is to be what the confidence says, in each tenth of it, on hosts that it was not measured on. */
function printCalibration(outcomes: readonly Outcome[]): void {
  const halves = [0, 1].map((half) => outcomes.filter((outcome) => halfOf(outcome) === half));
  const judged = halves.flatMap((half, at) => {
    const measured = reliabilityOf(halves[1 - at] ?? []);
    return half.flatMap(({ basis, isRight }) =>
      basis === undefined ? [] : [{ confidence: chanceOf(basis, measured), isRight }],
    );
  });
  const tenths = Map.groupBy(judged, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  let error = 0;
  console.log('\nconfidence     values    said   right');
  for (const [tenth, all] of [...tenths].toSorted(([a], [b]) => a - b)) {
    const said = all.reduce((sum, { confidence }) => sum + confidence, 0) / all.length;
    const right = all.filter(({ isRight }) => isRight).length / all.length;
    error += (Math.abs(said - right) * all.length) / judged.length;
    console.log(
      `${(tenth / 10).toFixed(1)}–${((tenth + 1) / 10).toFixed(1)}    ${String(all.length).padStart(9)}${said.toFixed(3).padStart(8)}${right.toFixed(3).padStart(8)}`,
    );
  }
  console.log(`expected calibration error ${error.toFixed(3)}`);
  // docs/guides/extract.md promises it.
  if (error >= 0.05) process.exitCode = 1;
}

interface ProductTruth {
  readonly id: string;
  readonly url: string;
  readonly [field: string]: unknown;
}

const productFields = ['price', 'currency', 'brand', 'availability', 'sku'];

function products(): readonly Asked[] {
  const folder = join(data, 'extraction/products');
  const listed = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as readonly ProductTruth[];
  return listed.map((known) => ({
    url: known.url,
    bytes: gunzipSync(readFileSync(join(folder, `html/${known.id}.html.gz`))),
    truth: Object.fromEntries(
      productFields
        .filter((field) => known[field] !== undefined)
        .map((field) => [field, known[field] as readonly string[]]),
    ),
  }));
}

const roleWord = /\b(?:CEO|Dietitian|Director|Editor|Educator|Expert|Newsroom|Representative)\b/;
/** Small words of names are in lower case, too. */
const wordOfRole = /(?:^|\s)(?!(?:and|de|del|der|la|van|von)\s)\p{Ll}/u;
const degrees = /^(?:(?:\p{Lu}[\p{Lu}.-]+®?|Ph\.D\.|\d+)(?:\s|$))+$/u;

/**
 * The spellings of an annotated author that count: `Mike Marshall, Shipping Expert` is right without the role or the degree, which
 * are no part of a name; a list of persons is right as a whole only.
 */
function spellingsOf(author: string): readonly string[] {
  const [name = '', ...behind] = author.split(/, | \| /);
  const isNoPerson = (part: string): boolean =>
    roleWord.test(part) || wordOfRole.test(part) || degrees.test(part);
  return behind.length > 0 && behind.every(isNoPerson) ? [author, name] : [author];
}

function articles(): readonly Asked[] {
  const pages = new Map(readPages(join(data, 'content'), 'wcxb-dev').map((page) => [page.id, page]));
  return readFileSync(join(data, 'extraction/articles.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) => JSON.parse(line) as Record<'id' | 'url' | 'title' | 'author' | 'publish_date', string | null>,
    )
    .flatMap(({ id, url, title, author, publish_date: date }) => {
      const page = pages.get(id ?? '');
      if (page === undefined) return [];
      const annotated = { title: [title], author: spellingsOf(author ?? ''), datePublished: [date] };
      const truth = Object.entries(annotated).filter(([, [value]]) => value !== null && value !== '');
      return [
        {
          id: page.id,
          url: url ?? '',
          bytes: page.bytes(),
          truth: Object.fromEntries(truth) as Asked['truth'],
        },
      ];
    });
}

const judged: Readonly<{
  titles: Readonly<Record<string, readonly string[]>>;
  days: Readonly<Record<string, readonly string[]>>;
  withoutDay: readonly string[];
}> = judgements;
const withoutDay = new Set(judged.withoutDay);

/** The same outcomes, where a reader's judgement takes the place of an annotation that `/extract` did not agree with. */
const asJudged = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.flatMap((outcome) => {
    const { id = '', field, value } = outcome;
    // Any day is wrong there, and none is right.
    if (field === 'datePublished' && withoutDay.has(id))
      return value === undefined ? [] : [{ ...outcome, truth: [], isRight: false }];
    const truth =
      field === 'title' ? judged.titles[id] : field === 'datePublished' ? judged.days[id] : undefined;
    return [truth === undefined ? outcome : { ...outcome, truth, isRight: isAmong(truth, field, value) }];
  });

/** The same pages, for a schema that asks for no more than a date: it may be that of the last change. */
const datedArticles = (asked: readonly Asked[]): readonly Asked[] =>
  asked.flatMap((one) => {
    const { datePublished } = one.truth;
    return datePublished === undefined ? [] : [{ ...one, truth: { date: datePublished } }];
  });

async function measure(title: string, schema: object, asked: readonly Asked[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [at, one] of asked.entries()) {
    if (at % 100 === 0) progress(`${title}: ${at} of ${asked.length}`);
    outcomes.push(...(await outcomesOf(schema, one)));
  }
  print(title, outcomes);
  return outcomes;
}

const asked = articles();
const ofArticles = await measure('articles', properties(['title', 'author', 'datePublished']), asked);
print('as judged', asJudged(ofArticles));
const outcomes = [
  ...(await measure('products', properties(['name', ...productFields]), products())),
  ...ofArticles,
  ...(await measure('dated articles', properties(['title', 'author', 'date']), datedArticles(asked))),
];
printCalibration(outcomes);
if (options.write)
  writeFileSync(
    join(import.meta.dirname, '../../functions/shared/extract/evidence/reliability.json'),
    `${JSON.stringify(reliabilityOf(outcomes), undefined, 2)}\n`,
  );
