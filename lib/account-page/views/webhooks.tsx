import { useState } from 'preact/hooks';

import type { AccountKey, Delivery } from '../api/routes.ts';
import { usePage } from '../page-context.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Link } from '../parts/link.tsx';
import { Empty, FailureNotice, Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useAction, useResource } from '../use-resource.ts';
import { useRows } from '../use-rows.ts';

const deliveriesEveryMs = 3_000;

export function Webhooks() {
  const { t } = usePage();
  return (
    <>
      <ViewHead title={t.views.webhooks} text={t.webhooks.text} />
      <Deliveries />
      <Secrets />
    </>
  );
}

const toneOf = (state: Delivery['state']): Tone =>
  state === 'delivered' ? 'good' : state === 'pending' ? 'plain' : 'bad';

function Deliveries() {
  const { api, t, root } = usePage();
  const {
    newest,
    rows: deliveries,
    more,
    hasMore,
  } = useRows<Delivery>('deliveries', {
    load: async (query, signal) => {
      const { deliveries: rows, cursor } = await api.call('GET /account/api/deliveries', {
        query,
        ...(signal === undefined ? {} : { signal }),
      });
      return { rows, cursor };
    },
    first: 50,
    step: 50,
    longest: 200,
    everyMs: deliveriesEveryMs,
    idOf: ({ crawlId, sequence }) => `${crawlId}-${sequence}`,
  });
  return (
    <section>
      <h2>{t.webhooks.deliveries}</h2>
      <FailureNotice error={newest.error} retry={newest.reload} />
      {newest.data === undefined && newest.error === undefined && deliveries.length === 0 ? (
        <Loading />
      ) : null}
      {newest.data !== undefined && deliveries.length === 0 ? (
        <Empty title={t.webhooks.emptyTitle}>
          <p>{t.webhooks.emptyText}</p>
          <p>
            <a href={`${root}/docs/webhooks`}>{t.webhooks.guide}</a>
          </p>
        </Empty>
      ) : null}
      {deliveries.length === 0 ? null : <DeliveryTable deliveries={deliveries} changed={newest.reload} />}
      <FailureNotice error={more.error} />
      {!hasMore ? null : (
        <button type="button" disabled={more.isRunning} onClick={() => more.run()}>
          {t.common.more}
        </button>
      )}
    </section>
  );
}

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  readonly changed: () => void;
}

function DeliveryTable({ deliveries, changed }: DeliveryTableProps) {
  const { t, f } = usePage();
  const { columns } = t.webhooks;
  return (
    <Table
      caption={t.webhooks.deliveries}
      columns={[
        { name: columns.event },
        { name: columns.crawl },
        { name: columns.receiver },
        { name: columns.state },
        { name: columns.attempts, isNumber: true },
        { name: columns.last },
        { name: columns.actions, isSilent: true },
      ]}
      rows={deliveries.map((delivery) => {
        const { crawlId, sequence, event, url, state, attempts, lastStatus } = delivery;
        return {
          key: `${crawlId}-${sequence}`,
          cells: [
            `${sequence}. ${event ?? t.webhooks.event}`,
            <Link to="crawls" query={{ crawl: crawlId }} class="id">
              <span title={crawlId}>{crawlId.slice(0, 14)}…</span>
            </Link>,
            <span class="text">{url}</span>,
            <>
              <Badge tone={toneOf(state)}>{t.webhooks.state[state]}</Badge>
              {lastStatus === undefined ? null : <> HTTP {lastStatus}</>}
              {delivery.nextAttemptAt === undefined || state !== 'pending' ? null : (
                <p class="quiet small">{t.webhooks.next(f.moment(delivery.nextAttemptAt))}</p>
              )}
            </>,
            f.number(attempts),
            delivery.lastAttemptAt === undefined ? t.common.none : f.moment(delivery.lastAttemptAt),
            state === 'pending' ? null : <Replay delivery={delivery} changed={changed} />,
          ],
        };
      })}
    />
  );
}

function Replay({ delivery, changed }: { readonly delivery: Delivery; readonly changed: () => void }) {
  const { api, t, announce } = usePage();
  const { crawlId, sequence, event } = delivery;
  const replay = useAction(async () => {
    const path = { crawlId, sequence: String(sequence) };
    await api.call('POST /account/api/deliveries/{crawlId}/{sequence}/replay', { path });
    announce(t.webhooks.replayed);
    changed();
  });
  return (
    <>
      <button
        type="button"
        aria-label={t.webhooks.replayOf(`${sequence}. ${event ?? t.webhooks.event}`)}
        disabled={replay.isRunning}
        onClick={() => replay.run()}
      >
        {t.webhooks.replay}
      </button>
      <FailureNotice error={replay.error} />
    </>
  );
}

function Secrets() {
  const { api, t } = usePage();
  const { data, error, reload } = useResource('keys', (signal) =>
    api.call('GET /account/api/keys', { signal }),
  );
  const [asked, setAsked] = useState<AccountKey>();
  const [secret, setSecret] = useState<string>();
  const keys = data?.keys.filter(({ state }) => state === 'active') ?? [];
  return (
    <section>
      <h2>{t.webhooks.secrets}</h2>
      <p class="quiet small">{t.webhooks.secretsText}</p>
      <FailureNotice error={error} retry={reload} />
      {data !== undefined && keys.length === 0 ? <p class="quiet">{t.webhooks.noKeys}</p> : null}
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id}>
            <span class="text">
              <b>{key.name}</b> <code class="id">{key.preview}…</code>
            </span>
            <button type="button" onClick={() => setAsked(key)}>
              {t.webhooks.replace}
            </button>
          </li>
        ))}
      </ul>
      {asked === undefined ? null : (
        <ReplaceSecret
          of={asked}
          close={() => setAsked(undefined)}
          made={(text) => {
            setAsked(undefined);
            setSecret(text);
          }}
        />
      )}
      {secret === undefined ? null : (
        <Dialog title={t.webhooks.secretTitle} close={() => setSecret(undefined)} isImportant>
          <div class="stack">
            <Secret label={t.keys.webhookSecret} text={secret} />
            <div class="buttons">
              <button type="button" class="primary" onClick={() => setSecret(undefined)}>
                {t.keys.saved}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface ReplaceSecretProps {
  readonly of: AccountKey;
  readonly close: () => void;
  readonly made: (secret: string) => void;
}

function ReplaceSecret({ of: key, close, made }: ReplaceSecretProps) {
  const { api, t } = usePage();
  const replace = useAction(async () => {
    const path = { id: key.id };
    made((await api.call('POST /account/api/keys/{id}/webhook-secret', { path })).webhookSecret);
  });
  return (
    <Confirm
      title={t.webhooks.replaceTitle(key.name)}
      confirm={t.webhooks.replace}
      action={replace}
      close={close}
    >
      <p>{t.webhooks.replaceText}</p>
    </Confirm>
  );
}
