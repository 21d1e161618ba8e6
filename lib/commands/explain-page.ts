import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { createTrace, type TraceEntry } from '#shared/content/dom/trace.ts';
import { type ContentOptions, pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { judgePage } from '#shared/scrape/verdict/judge-page.ts';

export interface ExplainOptions {
  readonly whole: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** URL and Content-Type of the page, instead of the file's or the server's. */
  readonly url: string | undefined;
  readonly type: string | undefined;
  /** Whether the Markdown is printed too. */
  readonly markdown: boolean;
}

interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly url: string;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
}

const fetchMs = 60_000;

async function readSource(place: string, { url, type }: ExplainOptions): Promise<Source> {
  if (!/^https?:\/\//i.test(place))
    return {
      bytes: readFileSync(place),
      contentType: type,
      url: url ?? pathToFileURL(place).href,
      status: 200,
      headers: {},
    };
  // Typed in by the person at this terminal, so that it needs no guard against private addresses.
  const response = await fetch(place, { signal: AbortSignal.timeout(fetchMs) });
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    contentType: type ?? response.headers.get('content-type') ?? undefined,
    url: url ?? response.url,
    status: response.status,
    headers: Object.fromEntries(response.headers),
  };
}

const lineOf = ({ step, verdict, reason, subject }: TraceEntry): string =>
  `${step.padEnd(14)} ${verdict.padEnd(14)} ${reason}${subject === undefined ? '' : `  |  ${subject.replace(/\s+/g, ' ')}`}`;

/** What each step did to the page of a file or URL, then its metadata. Throws when the page cannot be read. */
export async function explainPage(place: string, options: ExplainOptions): Promise<readonly string[]> {
  const source = await readSource(place, options).catch((error: unknown) => {
    // The cause of a failed request holds the reason.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  const trace = createTrace();
  const wanted: ContentOptions = {
    formats: new Set(['markdown']),
    onlyMainContent: !options.whole,
    includeTags: options.include,
    excludeTags: options.exclude,
    removeBase64Images: true,
  };
  const page = parsePage(source, trace);
  const { status, headers, url } = source;
  const judged = judgePage(page, { source: 'local', status, headers, finalUrl: url });
  trace.add({ step: 'verdict', ...judged });
  const contents = await pageContents(page, [wanted], trace);
  const { metadata, markdown = '' } = contents[0];
  return [
    ...trace.entries.map(lineOf),
    '',
    ...Object.entries(metadata).map(([name, value]) => `${name}: ${value}`),
    `markdown: ${markdown.length} characters`,
    ...(options.markdown ? ['', markdown] : []),
  ];
}
