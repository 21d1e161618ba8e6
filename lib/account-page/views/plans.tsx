import type { Plan } from '../api/routes.ts';
import { useAccount, usePage } from '../page-context.ts';
import { Badge } from '../parts/badge.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';

export function Plans() {
  const { t, f } = usePage();
  const { plan: current, plans } = useAccount();
  const { columns } = t.plans;
  const hasPrices = plans.some(({ priceRub }) => priceRub !== undefined);
  const cellsOf = (plan: Plan) => [
    <>
      <b class="text">{plan.id}</b>{' '}
      {plan.id === current.id ? <Badge tone="good">{t.plans.current}</Badge> : null}
    </>,
    ...(hasPrices ? [plan.priceRub === undefined ? t.common.none : f.roubles(plan.priceRub)] : []),
    plan.monthlyRequests === null ? t.common.unlimited : f.number(plan.monthlyRequests),
    f.number(plan.requestsPerMinute),
    f.number(plan.requestsAtOnce),
    f.number(plan.crawlsPerMinute),
    f.number(plan.pagesAtOnce),
    f.number(plan.aiPages),
    plan.operations.join(', '),
  ];
  const number = (name: string) => ({ name, isNumber: true });
  return (
    <>
      <ViewHead title={t.views.plans} text={t.plans.text} />
      <Table
        caption={t.views.plans}
        columns={[
          { name: columns.plan },
          ...(hasPrices ? [number(columns.price)] : []),
          number(columns.requests),
          number(columns.perMinute),
          number(columns.atOnce),
          number(columns.crawls),
          number(columns.pagesAtOnce),
          number(columns.aiPages),
          { name: columns.operations },
        ]}
        rows={plans.map((plan) => ({ key: plan.id, cells: cellsOf(plan) }))}
      />
    </>
  );
}
