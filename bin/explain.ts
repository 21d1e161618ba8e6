import './need-node-24.mjs';

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { pageContent } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { createTrace, type TraceEntry } from '#shared/content/dom/trace.ts';
import { commandLine } from '../lib/commands/command-line.ts';

const usage = `npm run explain -- FILE|URL [options]

Prints what each step kept, dropped or decided, and why; then what came of the page.

  --whole            convert the whole page instead of its main content
  --include SELECTOR --exclude SELECTOR
  --url URL          where a file claims to come from
  --type TYPE        the Content-Type it claims to have
  --markdown         print the Markdown, too`;

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

interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly url: string;
}

async function read(place: string): Promise<Source> {
  if (!/^https?:\/\//i.test(place))
    return {
      bytes: readFileSync(place),
      contentType: values.type,
      url: values.url ?? pathToFileURL(place).href,
    };
  // Typed in by the person at this terminal, so that it needs no guard against private addresses.
  const response = await fetch(place);
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    contentType: values.type ?? response.headers.get('content-type') ?? undefined,
    url: values.url ?? response.url,
  };
}

const line = ({ step, verdict, reason, subject }: TraceEntry): string =>
  `${step.padEnd(14)} ${verdict.padEnd(14)} ${reason}${subject === undefined ? '' : `  |  ${subject.replace(/\s+/g, ' ')}`}`;

async function explain(source: Source): Promise<void> {
  const trace = createTrace();
  const page = parsePage(source, trace);
  const content = await pageContent(
    page,
    {
      formats: new Set(['markdown']),
      onlyMainContent: !values.whole,
      includeTags: values.include,
      excludeTags: values.exclude,
      removeBase64Images: true,
    },
    trace,
  );
  for (const entry of trace.entries) console.log(line(entry));
  console.log();
  for (const [name, value] of Object.entries(content.metadata)) console.log(`${name}: ${value}`);
  console.log(`markdown: ${content.markdown?.length ?? 0} characters`);
  if (values.markdown) console.log(`\n${content.markdown}`);
}

const [place] = positionals;
if (place === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  const source = await read(place).catch((error: unknown) => {
    // Of a request that failed, the cause says why.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    console.error(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`);
    process.exitCode = 1;
  });
  if (source !== undefined) await explain(source);
}
