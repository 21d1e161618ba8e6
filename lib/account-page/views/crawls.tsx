import type { ListedCrawl } from '../api/routes.ts';
import { curlOf } from '../curl.ts';
import { usePage } from '../page-context.ts';
import { Badge, toneOfCrawl } from '../parts/badge.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { Link } from '../parts/link.tsx';
import { Empty, FailureNotice, Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useRows } from '../use-rows.ts';
import { CrawlDetail } from './crawl.tsx';

const crawlsEveryMs = 3_000;

export function Crawls({ crawlId }: { readonly crawlId: string | undefined }) {
  return crawlId === undefined ? <CrawlList /> : <CrawlDetail key={crawlId} crawlId={crawlId} />;
}

function CrawlList() {
  const { api, t } = usePage();
  const {
    newest,
    rows: crawls,
    more,
    hasMore,
  } = useRows<ListedCrawl>('crawls', {
    load: async (query, signal) => {
      const { crawls: rows, next } = await api.call('GET /api/v1/crawls', {
        query,
        ...(signal === undefined ? {} : { signal }),
      });
      return { rows, cursor: URL.parse(next ?? '', location.href)?.searchParams.get('cursor') ?? next };
    },
    first: 20,
    step: 20,
    longest: 100,
    everyMs: crawlsEveryMs,
    idOf: ({ id }) => id,
  });
  return (
    <>
      <ViewHead title={t.views.crawls} text={t.crawls.text} />
      <FailureNotice error={newest.error} retry={newest.reload} />
      {newest.data === undefined && newest.error === undefined && crawls.length === 0 ? <Loading /> : null}
      {newest.data?.rows.length === 0 ? <NoCrawls /> : null}
      {crawls.length === 0 ? null : <CrawlTable crawls={crawls} />}
      <FailureNotice error={more.error} />
      {!hasMore ? null : (
        <button type="button" disabled={more.isRunning} onClick={() => more.run()}>
          {t.common.more}
        </button>
      )}
    </>
  );
}

function NoCrawls() {
  const { base, t } = usePage();
  const body = { url: 'https://example.com', limit: 20, async: true };
  return (
    <Empty title={t.crawls.emptyTitle}>
      <p>{t.crawls.emptyText}</p>
      <CodeBlock label="POST /api/v1/crawl" text={curlOf(`${base}/api/v1/crawl`, t.crawls.yourKey, body)} />
    </Empty>
  );
}

function CrawlTable({ crawls }: { readonly crawls: readonly ListedCrawl[] }) {
  const { t, f } = usePage();
  const { columns } = t.crawls;
  return (
    <Table
      caption={t.views.crawls}
      columns={[
        { name: columns.url },
        { name: columns.status },
        { name: columns.pages, isNumber: true },
        { name: columns.created },
        { name: columns.expires },
      ]}
      rows={crawls.map((crawl) => ({
        key: crawl.id,
        cells: [
          <Link to="crawls" query={{ crawl: crawl.id }} class="text">
            {crawl.kind === 'batch' ? t.crawls.batchOf(f.number(crawl.total), crawl.url) : crawl.url}
          </Link>,
          <Badge tone={toneOfCrawl(crawl.status)}>{t.crawls.status[crawl.status]}</Badge>,
          t.crawls.pagesOf(f.number(crawl.completed), f.number(crawl.total)),
          <time dateTime={crawl.createdAt}>{f.moment(crawl.createdAt)}</time>,
          f.date(crawl.expiresAt),
        ],
      }))}
    />
  );
}
