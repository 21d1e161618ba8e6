import './need-node-24.mjs';

import { commandLine, endWithUsage, httpUrl, runCommand } from '../lib/commands/command-line.ts';
import { diagnose } from '../lib/commands/doctor.ts';

const usage = `npm run doctor -- --base URL --key KEY [--page URL]

Checks a deployment from outside: documents, keys, scrape, browser, proxies, crawl, search, extract, account. Names what is
broken and where to look. Costs about seven requests.

  --base URL  of the deployment (BaseUrl)
  --key KEY   an API key of it
  --page URL  a page that it may open; its own documentation by default, https://example.com for a service on this machine`;

const { values } = commandLine(
  { options: { base: { type: 'string' }, key: { type: 'string' }, page: { type: 'string' } } },
  usage,
);
const { base = endWithUsage(usage, '--base is missing.'), key = endWithUsage(usage, '--key is missing.') } =
  values;

/** A header cannot carry other characters. */
function keyText(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('--key must be an API key, without spaces.');
  return text;
}

await runCommand(async () => {
  let broken = 0;
  const options = {
    base: httpUrl('--base', base),
    key: keyText(key),
    ...(values.page === undefined ? {} : { page: httpUrl('--page', values.page) }),
  };
  for await (const { what, state, detail } of diagnose(options)) {
    console.log(`${state.padEnd(9)} ${what.padEnd(10)} ${detail}`);
    broken += Number(state === 'broken');
  }
  if (broken > 0) throw new Error(`\n${broken} of the checks failed.`);
});
