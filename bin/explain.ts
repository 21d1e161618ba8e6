import './need-node-24.mjs';

import { commandLine, endWithUsage, misfit, runCommand } from '../lib/commands/command-line.ts';
import { explainPage } from '../lib/commands/explain-page.ts';

const usage = `npm run explain -- FILE|URL [options]

Prints what each step kept, dropped or decided, and why; then the metadata of the page.

  --whole             convert the whole page instead of its main content
  --include SELECTOR  convert only these elements (may be repeated)
  --exclude SELECTOR  remove these elements first (may be repeated)
  --url URL           treat a file as the page of this URL
  --type TYPE         treat it as having this Content-Type
  --markdown          print the Markdown too`;

const { values, positionals } = commandLine(
  {
    allowPositionals: true,
    options: {
      whole: { type: 'boolean', default: false },
      include: { type: 'string', multiple: true, default: [] },
      exclude: { type: 'string', multiple: true, default: [] },
      url: { type: 'string' },
      type: { type: 'string' },
      markdown: { type: 'boolean', default: false },
    },
  },
  usage,
);
const problem =
  misfit('npm run explain', { words: ['A file or a URL'], options: [] }, positionals, []) ??
  (values.url === undefined || URL.canParse(values.url) ? undefined : '--url must be a URL.');
const [place = endWithUsage(usage, problem)] = positionals;
if (problem !== undefined) endWithUsage(usage, problem);

await runCommand(async () => {
  const lines = await explainPage(place, { ...values, url: values.url, type: values.type });
  for (const line of lines) console.log(line);
});
