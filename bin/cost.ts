import './need-node-24.mjs';

import { commandLine, realNumber, runCommand } from '../lib/commands/command-line.ts';
import { costReport, synthesisedSizes } from '../lib/commands/cost.ts';
import { secretsOfThisMachine } from '../lib/commands/local-secrets.ts';
import { readSettings } from '../lib/settings.ts';

const usage = `npm run cost -- [options]

Prints what a month of the stack costs on AWS, by the settings of the environment and .env.

  --scrapes N      scrapes a month
  --crawl-pages N  pages of crawls a month
  --searches N     searches a month
  --extracts N     pages of extractions a month
  --batch-pages N  pages of batches a month
  --maps N         maps of sites of a hundred pages a month
  --dry-runs N     dry runs of crawls of sites with a sitemap a month
  --rendered N     share of the scrapes and of the pages of crawls and batches that need the browser, 0 to 1
  --region NAME    us-east-1 by default

N may be written as 1e6. Each is 0 by default: the costs of a deployment without a request.`;

const { values } = commandLine(
  {
    options: {
      scrapes: { type: 'string', default: '0' },
      'crawl-pages': { type: 'string', default: '0' },
      searches: { type: 'string', default: '0' },
      extracts: { type: 'string', default: '0' },
      'batch-pages': { type: 'string', default: '0' },
      maps: { type: 'string', default: '0' },
      'dry-runs': { type: 'string', default: '0' },
      rendered: { type: 'string', default: '0' },
      region: { type: 'string', default: 'us-east-1' },
    },
  },
  usage,
);

const maxOperations = 1e12;

await runCommand(() => {
  const count = (option: Exclude<keyof typeof values, 'rendered' | 'region'>): number =>
    realNumber(`--${option}`, values[option], 0, maxOperations);
  const workload = {
    scrapes: count('scrapes'),
    crawlPages: count('crawl-pages'),
    searches: count('searches'),
    extracts: count('extracts'),
    batchPages: count('batch-pages'),
    maps: count('maps'),
    dryRuns: count('dry-runs'),
    rendered: realNumber('--rendered', values.rendered, 0, 1),
  };
  // A .env for npm start has secrets as texts.
  secretsOfThisMachine(process.env);
  console.log(costReport(workload, values.region, synthesisedSizes(readSettings(process.env))));
});
