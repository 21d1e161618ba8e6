import { useState } from 'preact/hooks';

import type { CrawlStatusData } from '../api/routes.ts';
import { usePage } from '../page-context.ts';
import { Badge, toneOfCrawl } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { download } from '../parts/download.ts';
import { Link } from '../parts/link.tsx';
import { Meter } from '../parts/meter.tsx';
import { FailureNotice, Loading, Notice } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useAction, useResource } from '../use-resource.ts';
import { CrawlErrors } from './crawl-errors.tsx';

const progressEveryMs = 1_000;

/** The states of a URL, in the order of the bar. */
const states = [
  'delivered',
  'pending',
  'failed',
  'duplicate',
  'excluded',
  'robots',
  'outOfScope',
  'overLimit',
  'unread',
] as const satisfies readonly (keyof CrawlStatusData['coverage'])[];

/** A crawl while it runs and after. Its pages are in the download, not in the page. */
export function CrawlDetail({ crawlId }: { readonly crawlId: string }) {
  const { api, t } = usePage();
  const [isOver, setIsOver] = useState(false);
  const {
    data: reply,
    error,
    reload,
  } = useResource(
    `crawl-${crawlId}`,
    async (signal) => {
      const answer = await api.reply('GET /api/v1/crawl/{id}', {
        path: { id: crawlId },
        query: { limit: 1 },
        signal,
      });
      setIsOver(answer.data.status !== 'running');
      return answer;
    },
    { everyMs: isOver ? undefined : progressEveryMs },
  );
  const data = reply?.data;
  const [isCancelling, setIsCancelling] = useState(false);
  return (
    <>
      <p>
        <Link to="crawls">← {t.crawls.back}</Link>
      </p>
      <ViewHead title={reply?.url ?? crawlId} text={crawlId}>
        {data === undefined || data.status === 'running' ? undefined : <DownloadPages crawlId={crawlId} />}
        {data?.status === 'running' ? (
          <button type="button" class="danger" onClick={() => setIsCancelling(true)}>
            {t.crawls.cancel}
          </button>
        ) : undefined}
      </ViewHead>
      <FailureNotice error={error} retry={reload} />
      {reply?.error === undefined ? null : (
        <Notice tone={reply.code === 'CRAWL_CANCELLED' ? 'warn' : 'bad'}>{reply.error}</Notice>
      )}
      {reply?.warning === undefined ? null : <Notice tone="warn">{reply.warning}</Notice>}
      {data === undefined ? error === undefined && <Loading /> : <Progress crawl={data} />}
      {data === undefined ? null : (
        <CrawlErrors
          key={data.status}
          crawlId={crawlId}
          undelivered={undeliveredOf(data)}
          isOver={data.status !== 'running'}
        />
      )}
      {isCancelling ? (
        <CancelCrawl
          crawlId={crawlId}
          close={() => setIsCancelling(false)}
          done={() => {
            setIsCancelling(false);
            reload();
          }}
        />
      ) : null}
    </>
  );
}

const undeliveredOf = ({ coverage }: CrawlStatusData): number =>
  coverage.discovered - coverage.delivered - coverage.pending;

/** Where the discovered URLs of a crawl are. */
export function Progress({ crawl }: { readonly crawl: CrawlStatusData }) {
  const { t, f } = usePage();
  const { coverage, webhook } = crawl;
  const shown = states.filter((state) => coverage[state] > 0 || state === 'delivered' || state === 'pending');
  return (
    <section class="panel">
      <h2>
        {t.crawls.progress} <Badge tone={toneOfCrawl(crawl.status)}>{t.crawls.status[crawl.status]}</Badge>
      </h2>
      <Meter
        label={t.crawls.progressLabel(f.number(coverage.delivered), f.number(coverage.discovered))}
        parts={states.map((name) => ({ name, value: coverage[name] }))}
        max={coverage.discovered}
      />
      <ul class="legend">
        {shown.map((state) => (
          <li key={state}>
            <span class={`swatch part-${state}`} /> {t.crawls.coverage[state]}{' '}
            <b>{f.number(coverage[state])}</b>
          </li>
        ))}
      </ul>
      <dl class="facts">
        <div>
          <dt>{t.crawls.discovered}</dt>
          <dd>{f.number(coverage.discovered)}</dd>
        </div>
        <div>
          <dt>{t.crawls.columns.expires}</dt>
          <dd>{f.date(crawl.expiresAt)}</dd>
        </div>
        {webhook === undefined ? null : (
          <div>
            <dt>{t.crawls.webhook}</dt>
            <dd>{t.crawls.webhookText(f.number(webhook.delivered), f.number(webhook.attempts))}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function DownloadPages({ crawlId }: { readonly crawlId: string }) {
  const { api, t } = usePage();
  const save = useAction(async () => {
    download(`${crawlId}.ndjson`, await api.pagesOf(crawlId));
  });
  return (
    <>
      <button type="button" disabled={save.isRunning} onClick={() => save.run()}>
        {save.isRunning ? t.crawls.downloading : t.crawls.download}
      </button>
      <FailureNotice error={save.error} />
    </>
  );
}

interface CancelCrawlProps {
  readonly crawlId: string;
  readonly close: () => void;
  readonly done: () => void;
}

function CancelCrawl({ crawlId, close, done }: CancelCrawlProps) {
  const { api, t, announce } = usePage();
  const cancel = useAction(async () => {
    await api.call('DELETE /api/v1/crawl/{id}', { path: { id: crawlId } });
    announce(t.crawls.cancelled);
    done();
  });
  return (
    <Confirm
      title={t.crawls.cancelTitle}
      confirm={t.crawls.cancel}
      cancel={t.crawls.keepRunning}
      isDangerous
      action={cancel}
      close={close}
    >
      <p>{t.crawls.cancelText}</p>
    </Confirm>
  );
}
