import type { Usage } from '../api/routes.ts';
import { now } from '../clock.ts';
import { lastDays, monthAfter, monthsOf } from '../days.ts';
import { useOperations, usePage } from '../page-context.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { Meter } from '../parts/meter.tsx';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { sum, sumsBy } from '../usage-sums.ts';
import { useResource } from '../use-resource.ts';
import { FirstKey } from './first-key.tsx';
import { RecentRequests } from './recent-requests.tsx';
import { useState } from 'preact/hooks';

const shownDays = 30;
/** Usage rises while somebody looks. */
export const usageEveryMs = 3_000;

function Allowance({ usage }: { readonly usage: Usage }) {
  const { t, f } = usePage();
  const { month, allowance, used, reserved, remaining, inFlight, requestsAtOnce } = usage;
  return (
    <section class="panel">
      <h2>{t.overview.allowance}</h2>
      <p class="figure">
        <b>{f.number(used)}</b>{' '}
        {allowance === null ? t.overview.usedUnlimited : t.overview.usedOf(f.number(allowance))}
      </p>
      {allowance === null ? null : (
        <Meter
          label={t.overview.meter(f.number(used), f.number(allowance))}
          parts={[
            { name: used >= allowance ? 'full' : 'used', value: used - reserved },
            { name: 'reserved', value: reserved },
          ]}
          max={allowance}
        />
      )}
      <dl class="facts">
        {remaining === null ? null : (
          <div>
            <dt>{t.overview.remaining}</dt>
            <dd>{f.number(remaining)}</dd>
          </div>
        )}
        <div>
          <dt>{t.overview.reserved}</dt>
          <dd>{f.number(reserved)}</dd>
        </div>
        <div>
          <dt>{t.overview.inFlight}</dt>
          <dd>{t.overview.outOf(f.number(inFlight), f.number(requestsAtOnce))}</dd>
        </div>
        <div>
          <dt>{t.overview.renews}</dt>
          <dd>{f.day(monthAfter(month))}</dd>
        </div>
      </dl>
    </section>
  );
}

function History({ months }: { readonly months: readonly Usage[] }) {
  const { t, f } = usePage();
  const days = lastDays(now(), shownDays);
  const operations = useOperations();
  const entries = months.flatMap((month) => month.days);
  const values = sumsBy(days, operations, entries, ({ operation }) => operation);
  const total = sum(values.map(sum));
  return (
    <section class="panel">
      <h2>{t.overview.chart}</h2>
      {total === 0 ? (
        <p class="quiet">{t.overview.chartEmpty}</p>
      ) : (
        <>
          <BarChart
            label={t.overview.chartLabel(f.number(total))}
            days={days}
            series={operations}
            values={values}
          />
          <details>
            <summary>{t.overview.table}</summary>
            <Table
              caption={t.overview.chart}
              columns={[
                { name: t.overview.columns.day },
                ...operations.map((name) => ({ name, isNumber: true })),
              ]}
              rows={days
                .map((day, index) => ({
                  key: day,
                  cells: [f.day(day), ...(values[index] ?? []).map((value) => f.number(value))],
                }))
                .reverse()}
            />
          </details>
        </>
      )}
    </section>
  );
}

/** The usage of the last days: of this month again and again, of the month before once. */
function useHistory() {
  const { api } = usePage();
  const months = monthsOf(lastDays(now(), shownDays));
  const [earlierMonth] = months;
  const current = useResource('usage', (signal) => api.call('GET /account/api/usage', { signal }), {
    everyMs: usageEveryMs,
  });
  const earlier = useResource(`usage-${months.length > 1 ? earlierMonth : ''}`, async (signal) =>
    months.length > 1 && earlierMonth !== undefined
      ? api.call('GET /account/api/usage', { query: { month: earlierMonth }, signal })
      : undefined,
  );
  return { current, earlier: earlier.data };
}

export function Overview() {
  const { api, t } = usePage();
  const keys = useResource('keys', (signal) => api.call('GET /account/api/keys', { signal }));
  const { current, earlier } = useHistory();
  const [isFirst, setIsFirst] = useState(false);
  const hasNone = keys.data?.keys.length === 0;
  if (isFirst || hasNone)
    return (
      <FirstKey
        begin={() => setIsFirst(true)}
        done={() => {
          setIsFirst(false);
          keys.reload();
        }}
      />
    );
  // Which of two screens it is depends on the keys.
  if (keys.data === undefined && keys.error === undefined) return <Loading />;
  return (
    <>
      <ViewHead title={t.views.overview} />
      <FailureNotice
        error={current.error ?? keys.error}
        retry={() => {
          keys.reload();
          current.reload();
        }}
      />
      {current.data === undefined ? (
        current.error === undefined && <Loading />
      ) : (
        <>
          <Allowance usage={current.data} />
          <History months={earlier === undefined ? [current.data] : [earlier, current.data]} />
        </>
      )}
      <RecentRequests keyNames={current.data?.keyNames ?? {}} />
    </>
  );
}
