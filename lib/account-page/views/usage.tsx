import { useState } from 'preact/hooks';

import type { Usage } from '../api/routes.ts';
import { now } from '../clock.ts';
import { csvOf } from '../csv.ts';
import { daysOf, lastMonths } from '../days.ts';
import { keyNameOf } from '../key-names.ts';
import { useAccount, useOperations, usePage } from '../page-context.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { download } from '../parts/download.ts';
import { Choice, Field } from '../parts/field.tsx';
import { Empty, FailureNotice, Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { keysByUse, sum, sumsBy, type UsageDay } from '../usage-sums.ts';
import { useResource } from '../use-resource.ts';
import { usageEveryMs } from './overview.tsx';

const shownMonths = 12;
const groupings = ['operation', 'key'] as const;
type Grouping = (typeof groupings)[number];

/** The months since the account exists, newest first. */
const monthsSince = (createdAt: string): readonly string[] =>
  lastMonths(now(), shownMonths).filter((month, index) => index === 0 || month >= createdAt.slice(0, 7));

function useKeyNames({ keyNames }: Usage): (keyId: string | undefined) => string {
  const { t } = usePage();
  return (keyId) => keyNameOf(keyNames, keyId, t) ?? t.usage.unknownKey;
}

export function UsageView() {
  const { api, t, f } = usePage();
  const { createdAt } = useAccount();
  const months = monthsSince(createdAt);
  const [month, setMonth] = useState(months[0] ?? '');
  const [grouping, setGrouping] = useState<Grouping>('operation');
  const isCurrent = month === months[0];
  const { data, error, reload } = useResource(
    `usage-${month}`,
    (signal) => api.call('GET /account/api/usage', { query: { month }, signal }),
    { everyMs: isCurrent ? usageEveryMs : undefined },
  );
  return (
    <>
      <ViewHead title={t.views.usage} text={t.usage.aiText}>
        {data === undefined || data.days.length === 0 ? undefined : <Download usage={data} />}
      </ViewHead>
      <div class="filters">
        <Field label={t.usage.month}>
          {(ids) => (
            <select {...ids} value={month} onChange={({ currentTarget }) => setMonth(currentTarget.value)}>
              {months.map((each) => (
                <option key={each} value={each}>
                  {f.month(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Choice
          legend={t.usage.by}
          values={groupings}
          chosen={grouping}
          choose={setGrouping}
          labelOf={(each) => (each === 'key' ? t.usage.byKey : t.usage.byOperation)}
        />
      </div>
      <FailureNotice error={error} retry={reload} />
      {data === undefined ? (
        error === undefined && <Loading />
      ) : data.days.length === 0 ? (
        <Empty title={t.usage.empty}>
          <p>{t.usage.emptyText}</p>
        </Empty>
      ) : (
        <Month usage={data} grouping={grouping} />
      )}
    </>
  );
}

function Month({ usage, grouping }: { readonly usage: Usage; readonly grouping: Grouping }) {
  const { t, f } = usePage();
  const nameOf = useKeyNames(usage);
  const operations = useOperations();
  const { days: entries, month } = usage;
  const days = daysOf(month);
  const isByKey = grouping === 'key';
  const series = isByKey
    ? keysByUse(entries)
    : operations.filter((each) => entries.some(({ operation }) => operation === each));
  const values = sumsBy(days, series, entries, ({ keyId = '', operation }) => (isByKey ? keyId : operation));
  const { columns } = t.usage;
  const totalOf = (count: (entry: UsageDay) => number) => f.number(sum(entries.map(count)));
  const newestFirst = entries.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  return (
    <>
      <section class="panel">
        <h2>{f.month(month)}</h2>
        <BarChart
          label={t.usage.chartLabel(
            totalOf(({ requests }) => requests),
            f.month(month),
          )}
          days={days}
          series={isByKey ? series.map(nameOf) : series}
          values={values}
        />
      </section>
      <section>
        <h2>{t.usage.table}</h2>
        <Table
          caption={t.usage.table}
          columns={[
            { name: columns.day },
            { name: columns.key },
            { name: columns.operation },
            { name: columns.requests, isNumber: true },
            { name: columns.ai, isNumber: true },
            { name: columns.pages, isNumber: true },
          ]}
          rows={newestFirst.map(({ day, keyId, operation, requests, pages, ai }) => ({
            key: `${day}-${keyId ?? ''}-${operation}`,
            cells: [
              f.day(day),
              <span class="text">{nameOf(keyId)}</span>,
              operation,
              f.number(requests),
              f.number(ai),
              f.number(pages),
            ],
          }))}
          footer={[
            t.common.total,
            '',
            '',
            totalOf(({ requests }) => requests),
            totalOf(({ ai }) => ai),
            totalOf(({ pages }) => pages),
          ]}
        />
      </section>
    </>
  );
}

/** The file has the names of the API, so that programs read it in any language of the page. */
function Download({ usage }: { readonly usage: Usage }) {
  const { t } = usePage();
  const nameOf = useKeyNames(usage);
  const save = () => {
    const rows = usage.days.map(({ day, keyId = '', operation, requests, pages, ai }) => [
      day,
      keyId,
      nameOf(keyId),
      operation,
      requests,
      pages,
      ai,
    ]);
    const text = csvOf([['day', 'keyId', 'key', 'operation', 'requests', 'pages', 'ai'], ...rows]);
    download(`winnow-usage-${usage.month}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <button type="button" onClick={save}>
      {t.usage.download}
    </button>
  );
}
