import { useState } from 'preact/hooks';

import type { RecentRequest } from '../api/routes.ts';
import { distinctBy } from '../distinct-by.ts';
import { keyNameOf } from '../key-names.ts';
import { usePage } from '../page-context.ts';
import { Badge, toneOfStatus } from '../parts/badge.tsx';
import { CopyId } from '../parts/copy.tsx';
import { FailureNotice } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useResource } from '../use-resource.ts';

const rowsAtOnce = 10;
const requestsEveryMs = 3_000;

/** The newest requests, asked again and again, and older ones on demand. */
function useRecentRequests() {
  const { api } = usePage();
  const newest = useResource(
    'requests',
    (signal) => api.call('GET /account/api/requests', { query: { limit: rowsAtOnce }, signal }),
    { everyMs: requestsEveryMs },
  );
  const [older, setOlder] = useState<{ requests: readonly RecentRequest[]; cursor: string | undefined }>();
  const cursor = older === undefined ? newest.data?.cursor : older.cursor;
  const more = useAction(async () => {
    const next = await api.call('GET /account/api/requests', { query: { limit: 50, cursor } });
    // Rows that have moved from the newest to the older ones meanwhile are there, too.
    setOlder((before) => ({
      requests: [...(before?.requests ?? newest.data?.requests ?? []), ...next.requests],
      cursor: next.cursor,
    }));
  });
  const requests = distinctBy([...(newest.data?.requests ?? []), ...(older?.requests ?? [])], ({ id }) => id);
  return { newest, requests, more, hasMore: cursor !== undefined };
}

export function RecentRequests({ keyNames }: { readonly keyNames: Readonly<Record<string, string>> }) {
  const { t, f } = usePage();
  const { newest, requests, more, hasMore } = useRecentRequests();
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
