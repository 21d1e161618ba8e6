import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { protocolRoutes } from '#shared/contract/other-protocols.ts';
import { routes } from '#shared/contract/routes.ts';
import { operations } from '#shared/contract/usage.ts';

import { costReport, figureRows, readMeasurements, synthesisedSizes } from '../../lib/commands/cost.ts';
import { billOf, idleBill, monthlyBill, totalOf, type Workload } from '../../lib/cost/monthly-cost.ts';
import { figuresOf, type OperationUse } from '../../lib/cost/operation-use.ts';
import { pricesByRegion } from '../../lib/cost/prices.ts';
import { readSettings } from '../../lib/settings.ts';

const sizesWith = (environment: Readonly<Record<string, string>> = {}) =>
  synthesisedSizes(readSettings(environment, ''));
const prices = pricesByRegion['us-east-1']!;
const sizes = sizesWith();
const nothing: Workload = {
  scrapes: 0,
  crawlPages: 0,
  searches: 0,
  extracts: 0,
  batchPages: 0,
  maps: 0,
  dryRuns: 0,
  rendered: 0,
};

const unused: OperationUse = {
  functions: {},
  apiRequests: 0,
  writeUnits: 0,
  readUnits: 0,
  queueSends: 0,
  bucketPuts: 0,
  bucketGets: 0,
  bucketBytes: 0,
  logBytes: 0,
  answerBytes: 0,
};

describe('the costs of an operation', () => {
  test('are its use at the sizes of the template', () => {
    const use: OperationUse = {
      ...unused,
      functions: {
        scrape: { invocations: 1, billedMs: 1_000 },
        'render-page': { invocations: 1, billedMs: 1_000 },
      },
      apiRequests: 1,
      writeUnits: 10,
      readUnits: 2,
    };

    const bill = billOf(use, sizes, prices);

    // One gigabyte on arm64, two on x86_64.
    expect(bill['Lambda time']).toBeCloseTo(0.000_013_333_4 + 2 * 0.000_016_666_7, 10);
    expect(bill['Lambda requests']).toBeCloseTo(0.4e-6, 12);
    expect(bill['API Gateway']).toBeCloseTo(3.5e-6, 12);
    expect(bill['DynamoDB writes']).toBeCloseTo(6.25e-6, 12);
    expect(bill['DynamoDB reads']).toBeCloseTo(0.25e-6, 12);
  });

  test('have what Lambda asks of a queue: a receive and a deletion for each batch', () => {
    const use = {
      ...unused,
      functions: { 'crawl-page': { invocations: 0.1, billedMs: 0 } },
      queueSends: 0.1,
    };

    expect(billOf(use, sizes, prices)['SQS requests']).toBeCloseTo(0.3 * 0.4e-6, 12);
  });
});

describe('the costs of a month', () => {
  test.for([
    [{}, []],
    [{ ALARM_EMAIL: 'you@example.org' }, ['alarms']],
    [{ DASHBOARD: 'true' }, ['dashboard']],
    [{ WAF: 'true' }, ['firewall']],
    [
      {
        LLM_MODEL: 'gpt-5-mini',
        LLM_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:model-AbCdEf',
      },
      ['secrets', 'metrics of the model'],
    ],
  ] as const)('have what the settings %o turn on', ([environment, more]) => {
    const bill = idleBill(readMeasurements(), sizesWith(environment), prices);

    expect(Object.keys(bill).toSorted()).toEqual(['idle queues', 'sweeper', ...more].toSorted());
  });

  test('are those of its operations and of an idle month', () => {
    const measured = readMeasurements();
    const { scrape, crawlPage } = measured.operations;
    const workload = { ...nothing, scrapes: 1_000, crawlPages: 2_000 };

    const total = totalOf(monthlyBill(workload, measured, sizes, prices));

    const expected =
      totalOf(idleBill(measured, sizes, prices)) +
      1_000 * totalOf(billOf(scrape, sizes, prices)) +
      2_000 * totalOf(billOf(crawlPage, sizes, prices));
    expect(total).toBeCloseTo(expected, 9);
  });

  test.for([
    ['batchPages', 'batchPage'],
    ['maps', 'map'],
    ['dryRuns', 'dryRun'],
    ['searches', 'search'],
    ['extracts', 'extract'],
  ] as const)('have %s', ([what, operation]) => {
    const measured = readMeasurements();
    const total = totalOf(monthlyBill({ ...nothing, [what]: 1_000 }, measured, sizes, prices));

    const expected =
      totalOf(idleBill(measured, sizes, prices)) +
      1_000 * totalOf(billOf(measured.operations[operation], sizes, prices));
    expect(total).toBeCloseTo(expected, 9);
  });

  test('of nothing are below a dollar', () => {
    expect(totalOf(idleBill(readMeasurements(), sizes, prices))).toBeLessThan(1);
  });

  test('of the same work are higher where prices are', () => {
    const measured = readMeasurements();
    const work = { ...nothing, scrapes: 1e6 };
    const inFrankfurt = monthlyBill(work, measured, sizes, pricesByRegion['eu-central-1']!);

    expect(totalOf(inFrankfurt)).toBeGreaterThan(totalOf(monthlyBill(work, measured, sizes, prices)));
  });
});

describe('the README', () => {
  const dollars = (value: number): string => (value < 10 ? value.toFixed(2) : String(Math.round(value)));

  test('has what npm run cost calculates: half scrapes, half pages of crawls, a fifth in the browser', () => {
    const costs = [0, 24_000, 1e6, 10e6].map((requests) => {
      const half = requests / 2;
      const workload = { ...nothing, scrapes: half, crawlPages: half, rendered: 0.2 };
      return dollars(totalOf(monthlyBill(workload, readMeasurements(), sizes, prices)));
    });

    const [, written = ''] = /^\| US dollars +\|(.+)\|$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(written.split('|').map((cell) => cell.trim())).toEqual(costs);
  });
});

describe('docs/cost.md', () => {
  const document = readFileSync('docs/cost.md', 'utf8');
  const costs = Object.fromEntries(
    figureRows(readMeasurements()).map(([name, use]) => [
      name,
      `$${(totalOf(billOf(use, sizes, prices)) * 1_000).toFixed(4)}`,
    ]),
  );

  test.for([
    ['static scrapes', 'scrape, static'],
    ['static pages of a crawl', 'page of a crawl, static'],
    ['rendered scrapes', 'scrape, rendered'],
    ['rendered pages of crawls', 'page of a crawl, rendered'],
    ['static pages of a batch', 'page of a batch, static'],
    ['maps of a sitemap of 100 URLs', 'map of 100 URLs'],
    ['1,000 URLs each, of a map of 10,000', '1,000 URLs of a map of 10,000'],
    ['dry runs, a sitemap of 100 URLs', 'dry run, with a sitemap'],
    ['dry runs, 200 pages without a sitemap', 'dry run, 200 pages without one'],
    ['searches', 'search'],
    ['extractions without a model', 'extraction without a model'],
    ['static scrapes by Firecrawl', 'scrape by Firecrawl, static'],
    ['rendered scrapes by Firecrawl', 'scrape by Firecrawl, rendered'],
    ['static scrapes by MCP', 'scrape by MCP, static'],
  ] as const)('says what 1,000 %s cost', ([row, figure]) => {
    const cells = document
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .find(([, name]) => name === row);

    expect(cells).toContain(costs[figure]);
  });

  test('names every figure', () => {
    expect(Object.keys(costs)).toHaveLength(14);
  });
});

/** Functions of the API that answer from an account's own records: a read or two, no figure of their own. */
const recordFunctions = ['crawl-cancel', 'crawl-errors', 'crawls', 'usage'];

describe('the figures', () => {
  const { operations: measured, calls } = readMeasurements();

  test('are there for every operation that callers pay for, and the functions before it', () => {
    const figures = Object.values(figuresOf).flat();

    expect(Object.keys(figuresOf).toSorted()).toEqual(
      [...operations, ...protocolRoutes.map((route) => route.function)].toSorted(),
    );
    expect(figures.toSorted()).toEqual(
      Object.keys(measured)
        .filter((name) => name !== 'sweep')
        .toSorted(),
    );
  });

  test('have every function of the API in them', () => {
    const seen = new Set(Object.values(measured).flatMap(({ functions }) => Object.keys(functions)));
    const answering = new Set<string>([...routes, ...protocolRoutes].map((route) => route.function));

    expect([...answering].filter((name) => !seen.has(name)).toSorted()).toEqual(recordFunctions);
    expect([...seen]).toContain('estimate-crawl');
  });

  test('are repeated by a test, a kind of each operation at least', () => {
    const repeated = new Set(Object.keys(calls));
    const without = Object.entries(figuresOf).filter(
      ([, names]) => !names.some((name) => repeated.has(name)),
    );

    // Searches and extractions call AWS as a scrape does.
    expect(without.map(([operation]) => operation)).toEqual(['search', 'extract']);
  });
});

describe('npm run cost', () => {
  test('prints a month, 1,000 of each operation, and the three largest items', () => {
    const text = costReport({ ...nothing, scrapes: 1e6, rendered: 0.2 }, 'us-east-1', sizes);

    expect(text).toMatch(/^item +a month\n/);
    expect(text).toMatch(/^total +\$\d+$/m);
    expect(text).toMatch(/^1,000 URLs of a map of 10,000 +\$0\.\d{4} +.+ %, .+ %, .+ %$/m);
    expect(text).toMatch(/^scrape, rendered +\$0\.\d{4} +.+ %, .+ %, .+ %$/m);
    expect(text).toMatch(/^The three largest items of the month: .+ %, .+ %, .+ %\.$/m);
  });

  test('names the regions whose prices it knows', () => {
    expect(() => costReport(nothing, 'mars-north-1', sizes)).toThrow('us-east-1, eu-central-1');
  });
});
