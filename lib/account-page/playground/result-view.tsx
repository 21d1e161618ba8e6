import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { usePage } from '../page-context.ts';
import { Notice } from '../parts/notice.tsx';
import { useResource } from '../use-resource.ts';
import { CrawlProgress } from './crawl-progress.tsx';
import type { ValueSource } from './evidence.ts';
import { EvidenceView } from './evidence-view.tsx';
import { inertDocument } from './inert-document.ts';
import { JsonTree } from './json-tree.tsx';
import type { OperationRun } from '../api/run-operation.ts';
import scrapedStyles from './scraped.css?url&no-inline';
import { Tabs } from './tabs.tsx';
import type { PlaygroundTexts } from './playground-texts.ts';

export interface ResultViewProps {
  readonly run: OperationRun;
  readonly operation: string;
  readonly texts: PlaygroundTexts;
  readonly readPage: (url: string) => Promise<string>;
}

type ViewName = keyof PlaygroundTexts['views'];

const textIn = (data: OperationRun['answer']['data'], name: string): string | undefined => {
  const value = data?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The sources of an extraction's result. */
function sourcesOf(json: unknown): readonly ValueSource[] {
  const { metadata } = (json ?? {}) as { readonly metadata?: { readonly sources?: unknown } };
  return Array.isArray(metadata?.sources) ? (metadata.sources as readonly ValueSource[]) : [];
}

function viewsOf(operation: string, { answer: { success, data, id } }: OperationRun): readonly ViewName[] {
  if (success !== true) return ['answer'];
  const views: ViewName[] = [];
  if ((operation === 'crawl' || operation === 'batch') && id !== undefined) views.push('pages');
  if (textIn(data, 'markdown') !== undefined) views.push('markdown', 'source');
  if (operation === 'extract' && data?.['json'] !== undefined) views.push('evidence');
  for (const name of ['screenshot', 'html', 'json', 'links'] as const)
    if (data?.[name] !== undefined) views.push(name);
  return [...views, 'answer'];
}

/** The cost is counted a moment after the answer has been sent. */
const costPollMs = 1_500;
/** Requests that were refused for their rate are not recorded, and a crawl costs when it has ended. */
const maxCostPolls = 20;

/** What a request cost, once it is counted. */
function useCost(requestId: string | undefined): number | undefined {
  const { api } = usePage();
  const [cost, setCost] = useState<{ readonly requestId: string | undefined; readonly requests: number }>();
  const [polls, setPolls] = useState({ requestId, count: 0 });
  const isKnown = cost !== undefined && cost.requestId === requestId;
  const isGivenUp = polls.requestId === requestId && polls.count >= maxCostPolls;
  useResource(
    `cost-${requestId}`,
    async (signal) => {
      const { requests } = await api.call('GET /account/api/requests', { query: { limit: 20 }, signal });
      const found = requests.find((request) => request.requestId === requestId)?.requests;
      if (found !== undefined) setCost({ requestId, requests: found });
      setPolls((before) => ({ requestId, count: before.requestId === requestId ? before.count + 1 : 1 }));
      return found;
    },
    { everyMs: isKnown || isGivenUp ? undefined : costPollMs },
  );
  return isKnown ? cost.requests : undefined;
}

function Facts({ run, texts }: Pick<ResultViewProps, 'run' | 'texts'>) {
  const { f } = usePage();
  const cost = useCost(run.requestId);
  const { status, totalMs, bytes, requestId, answer } = run;
  const facts = [
    [texts.facts.status, String(status)],
    [texts.facts.time, answer.processingTime === undefined ? '—' : f.duration(answer.processingTime)],
    [texts.facts.total, f.duration(Math.round(totalMs))],
    [texts.facts.size, `${f.number(Math.ceil(bytes / 1024))} KB`],
    [texts.facts.cost, cost === undefined ? texts.costUnknown : texts.costOf(cost)],
    [texts.facts.source, answer.source === undefined ? '—' : texts.sources[answer.source]],
    [texts.facts.requestId, requestId ?? '—'],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Links({
  data,
  texts,
}: {
  readonly data: OperationRun['answer']['data'];
  readonly texts: PlaygroundTexts;
}) {
  // Those of a map are objects.
  const found = (data?.['links'] ?? []) as readonly (string | { readonly url: string })[];
  const links = found.map((link) => (typeof link === 'string' ? link : link.url));
  if (links.length === 0) return <p>{texts.noLinks}</p>;
  return (
    <ul class="urls">
      {links.map((link) => (
        <li key={link}>
          <code>{link}</code>
        </li>
      ))}
    </ul>
  );
}

const stylesheet = new URL(scrapedStyles, import.meta.url).href;

function RenderedPage({ run, texts }: ResultViewProps) {
  const markdown = textIn(run.answer.data, 'markdown') ?? '';
  const page = useMemo(() => inertDocument(markdown, stylesheet), [markdown]);
  return <iframe class="scraped" sandbox="" srcDoc={page} title={texts.frame} />;
}

const Source = ({ text }: { readonly text: string | undefined }) => (
  <pre class="source" tabIndex={0}>
    {text}
  </pre>
);

const viewers: Readonly<Record<ViewName, (props: ResultViewProps) => VNode>> = {
  pages: ({ run, texts }) => <CrawlProgress id={run.answer.id ?? ''} texts={texts} />,
  markdown: RenderedPage,
  source: ({ run }) => <Source text={textIn(run.answer.data, 'markdown')} />,
  html: ({ run }) => <Source text={textIn(run.answer.data, 'html')} />,
  json: ({ run }) => <JsonTree value={run.answer.data?.['json']} />,
  links: ({ run, texts }) => <Links data={run.answer.data} texts={texts} />,
  screenshot: ({ run, texts }) => (
    <img
      class="screenshot"
      src={`data:image/png;base64,${textIn(run.answer.data, 'screenshot') ?? ''}`}
      alt={texts.screenshotAlt}
    />
  ),
  evidence: ({ run: { answer }, readPage, texts }) => (
    <EvidenceView
      json={answer.data?.['json']}
      sources={sourcesOf(answer.data?.['json'])}
      pageUrl={answer.url ?? ''}
      readPage={readPage}
      texts={texts}
    />
  ),
  answer: ({ run }) => <JsonTree value={run.answer} openLevels={2} />,
};

/** The result of a run: what it took, and the answer in the views that it has. */
export function ResultView(props: ResultViewProps) {
  const { run, operation, texts } = props;
  const views = viewsOf(operation, run);
  const [chosen, setChosen] = useState<ViewName>();
  const view = chosen !== undefined && views.includes(chosen) ? chosen : (views[0] ?? 'answer');
  const View = viewers[view];
  const { success, error, message, code, warning } = run.answer;
  return (
    <>
      <Facts run={run} texts={texts} />
      {success !== true && (
        <Notice tone="bad">
          <p>
            <strong>{run.status === 200 ? texts.pageFailed : texts.failed}.</strong> {error ?? message}{' '}
            {code !== undefined && <code>{code}</code>}
          </p>
        </Notice>
      )}
      {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
      <Tabs
        label={texts.result}
        tabs={views.map((name) => ({ name, title: texts.views[name] }))}
        chosen={view}
        onChoose={setChosen}
      >
        <View {...props} />
      </Tabs>
    </>
  );
}
