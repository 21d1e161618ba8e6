import type { RecentRequest } from '../api/routes.ts';
import { keyNameOf } from '../key-names.ts';
import { usePage } from '../page-context.ts';
import { Badge, toneOfStatus } from '../parts/badge.tsx';
import { CopyId } from '../parts/copy.tsx';
import { FailureNotice } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { useRows } from '../use-rows.ts';

const rowsAtFirst = 10;
const requestsEveryMs = 3_000;

/** The newest requests, and older ones on demand. */
function useRecentRequests() {
  const { api } = usePage();
  return useRows<RecentRequest>('requests', {
    load: async (query, signal) => {
      const { requests, cursor } = await api.call('GET /account/api/requests', {
        query,
        ...(signal === undefined ? {} : { signal }),
      });
      return { rows: requests, cursor };
    },
    first: rowsAtFirst,
    step: 50,
    longest: 200,
    everyMs: requestsEveryMs,
    idOf: ({ id }) => id,
  });
}

export function RecentRequests({ keyNames }: { readonly keyNames: Readonly<Record<string, string>> }) {
  const { t, f } = usePage();
  const { newest, rows: requests, more, hasMore } = useRecentRequests();
  const { columns } = t.overview;
  return (
    <section>
      <h2>{t.overview.recent}</h2>
      <p class="quiet small">{t.overview.recentText}</p>
      <FailureNotice error={newest.error} retry={newest.reload} />
      {requests.length === 0 ? (
        newest.data !== undefined && <p class="quiet">{t.overview.recentEmpty}</p>
      ) : (
        <Table
          caption={t.overview.recent}
          columns={[
            { name: columns.time },
            { name: columns.operation },
            { name: columns.host },
            { name: columns.key },
            { name: columns.status },
            { name: columns.cost, isNumber: true },
            { name: columns.duration, isNumber: true },
            { name: columns.requestId },
          ]}
          rows={requests.map((request) => ({
            key: request.id,
            cells: [
              <time dateTime={request.at}>{f.moment(request.at)}</time>,
              request.operation,
              <span class="text">{request.host ?? t.common.none}</span>,
              <span class="text">{keyNameOf(keyNames, request.keyId, t) ?? t.common.none}</span>,
              <>
                <Badge tone={toneOfStatus(request.status, request.code)}>
                  {request.status === undefined ? t.overview.running : String(request.status)}
                </Badge>
                {request.code === undefined ? null : (
                  <>
                    {' '}
                    <code>{request.code}</code>
                  </>
                )}
              </>,
              request.requests === undefined ? t.common.none : f.number(request.requests),
              request.ms === undefined ? t.common.none : f.duration(request.ms),
              <CopyId id={request.requestId} />,
            ],
          }))}
        />
      )}
      <FailureNotice error={more.error} />
      {hasMore ? (
        <button type="button" disabled={more.isRunning} onClick={() => more.run()}>
          {t.common.more}
        </button>
      ) : null}
    </section>
  );
}
