import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { readFileSync } from 'node:fs';

import { type DeploymentSizes, sizesOf } from '../cost/deployment-sizes.ts';
import {
  type Bill,
  billOf,
  idleBill,
  monthlyBill,
  renderedCrawlPage,
  totalOf,
  type Workload,
} from '../cost/monthly-cost.ts';
import {
  type MeasuredOperation,
  type Measurements,
  measurements,
  type OperationUse,
} from '../cost/operation-use.ts';
import { pricesByRegion, pricesOf } from '../cost/prices.ts';
import type { DeploymentSettings } from '../settings.ts';
import { WinnowStack } from '../stack.ts';
import { textTable } from './text-table.ts';

const measurementsFile = new URL('../cost/measurements.json', import.meta.url);

export const readMeasurements = (): Measurements =>
  measurements.parse(JSON.parse(readFileSync(measurementsFile, 'utf8')));

/** The sizes of the stack that these settings make. Its functions have no code, which is the slow part of a synthesis. */
export function synthesisedSizes(settings: DeploymentSettings): DeploymentSizes {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new WinnowStack(app, 'Winnow', {
    settings,
    codeOf: () => Code.fromInline('exports.handler = () => {}'),
  });
  const { template } = app.synth().getStackArtifact(stack.artifactId) as { template: { Resources: object } };
  return sizesOf(template.Resources as Parameters<typeof sizesOf>[0]);
}

const cents = (dollars: number): string => `$${dollars.toFixed(dollars < 10 ? 2 : 0)}`;
const perThousand = (bill: Bill): string => `$${(totalOf(bill) * 1_000).toFixed(4)}`;

const largestOf = (bill: Bill): string =>
  Object.entries(bill)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([item, dollars]) => `${item} ${Math.round((dollars / totalOf(bill)) * 100)} %`)
    .join(', ');

/** Names of the measured operations in the report. The sweeper is left out: no caller starts it. */
const operationNames: Readonly<Record<Exclude<MeasuredOperation, 'sweep'>, string>> = {
  scrape: 'scrape, static',
  renderedScrape: 'scrape, rendered',
  crawlPage: 'page of a crawl, static',
  batchPage: 'page of a batch, static',
  map: 'map of 100 URLs',
  mapThousand: '1,000 URLs of a map of 10,000',
  dryRun: 'dry run, with a sitemap',
  sampledDryRun: 'dry run, 200 pages without one',
  search: 'search',
  extract: 'extraction without a model',
  firecrawlScrape: 'scrape by Firecrawl, static',
  firecrawlRenderedScrape: 'scrape by Firecrawl, rendered',
  mcpScrape: 'scrape by MCP, static',
};

/** The rows of the table in which `npm run cost` prints the cost of 1,000 operations each. */
export const figureRows = (measured: Measurements): readonly (readonly [string, OperationUse])[] => [
  ...Object.entries(operationNames).map(
    ([name, title]) => [title, measured.operations[name as MeasuredOperation]] as const,
  ),
  ['page of a crawl, rendered', renderedCrawlPage(measured)],
];

/** What a month costs, item by item, and 1,000 of each operation, as text. */
export function costReport(workload: Workload, region: string, sizes: DeploymentSizes): string {
  const prices = Object.hasOwn(pricesByRegion, region) ? pricesByRegion[region] : undefined;
  if (prices === undefined)
    throw new Error(
      `There are prices for ${Object.keys(pricesByRegion).join(', ')}, and none for ${region}.`,
    );
  const measured = readMeasurements();
  const { measuredOn, originMs } = measured;
  const bill = monthlyBill(workload, measured, sizes, prices);
  return [
    textTable(
      ['item', 'a month'],
      [
        ...Object.entries(bill)
          .toSorted(([, one], [, other]) => other - one)
          .map(([item, dollars]) => [item, cents(dollars)]),
        ['total', cents(totalOf(bill))],
        ['fixed (idle)', cents(totalOf(idleBill(measured, sizes, prices)))],
      ],
    ),
    textTable(
      ['operation', 'for 1,000', 'largest items'],
      figureRows(measured).map(([name, use]) => {
        const each = billOf(use, sizes, prices);
        return [name, perThousand(each), largestOf(each)];
      }),
    ),
    `The three largest items of the month: ${largestOf(bill)}.`,
    `List prices of ${pricesOf} in ${region}, without free tiers and taxes. Last measured on ${measuredOn}, with sites that answer after ${originMs} ms. docs/cost.md says what is in the figures and what is not.`,
  ].join('\n\n');
}
