import { useState } from 'preact/hooks';

import type { AccountKey, Data } from '../api/routes.ts';
import { useAccount, usePage } from '../page-context.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty, FailureNotice, Loading } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useResource } from '../use-resource.ts';
import { CreateKey } from './key-create.tsx';
import { NewSecret, RenameKey, RevokeKey, RotateKey } from './key-dialogs.tsx';

type NewKey = Data<'POST /account/api/keys'>;

/** The window that is open, if any. */
type Open =
  | { readonly name: 'create' }
  | { readonly name: 'secret'; readonly made: NewKey }
  | { readonly name: 'rename' | 'rotate' | 'revoke'; readonly key: AccountKey };

const keysEveryMs = 5_000;

export function Keys() {
  const { api, t } = usePage();
  const { data, error, reload } = useResource(
    'keys',
    (signal) => api.call('GET /account/api/keys', { signal }),
    { everyMs: keysEveryMs },
  );
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    reload();
  };
  const made = (key: NewKey) => {
    setOpen({ name: 'secret', made: key });
    reload();
  };
  const active = data?.keys.filter(({ state }) => state === 'active') ?? [];
  const old = data?.keys.filter(({ state }) => state !== 'active') ?? [];
  const create = (
    <button type="button" class="primary" onClick={() => setOpen({ name: 'create' })}>
      {t.keys.create}
    </button>
  );
  return (
    <>
      <ViewHead title={t.views.keys} text={t.keys.text}>
        {data === undefined || data.keys.length === 0 ? undefined : create}
      </ViewHead>
      <FailureNotice error={error} retry={reload} />
      {data === undefined && error === undefined ? <Loading /> : null}
      {data?.keys.length === 0 ? (
        <Empty title={t.keys.emptyTitle}>
          <p>{t.keys.emptyText}</p>
          {create}
        </Empty>
      ) : null}
      {active.length === 0 ? null : (
        <KeyTable caption={t.views.keys} keys={active} act={(name, key) => setOpen({ name, key })} />
      )}
      {old.length === 0 ? null : (
        <details>
          <summary>{t.keys.old(old.length)}</summary>
          <KeyTable caption={t.keys.old(old.length)} keys={old} />
        </details>
      )}
      {open?.name === 'create' ? <CreateKey close={close} made={made} /> : null}
      {open?.name === 'secret' ? <NewSecret made={open.made} close={close} /> : null}
      {open?.name === 'rename' ? <RenameKey of={open.key} close={close} done={changed} /> : null}
      {open?.name === 'rotate' ? <RotateKey of={open.key} close={close} made={made} /> : null}
      {open?.name === 'revoke' ? <RevokeKey of={open.key} close={close} done={changed} /> : null}
    </>
  );
}

interface KeyTableProps {
  readonly caption: string;
  readonly keys: readonly AccountKey[];
  /** Absent for keys of which nothing can be changed. */
  readonly act?: (name: 'rename' | 'rotate' | 'revoke', key: AccountKey) => void;
}

function KeyTable({ caption, keys, act }: KeyTableProps) {
  const { t, f } = usePage();
  const { plan } = useAccount();
  const { columns } = t.keys;
  const cellsOf = (key: AccountKey) => [
    <>
      <b class="text">{key.name}</b>{' '}
      {key.state === 'active' ? null : <Badge tone="plain">{t.keys.state[key.state]}</Badge>}
      {key.rotatedTo === undefined || key.state !== 'active' ? null : (
        <p class="quiet small">{t.keys.replaced}</p>
      )}
    </>,
    <>
      <code class="id">{key.preview}…</code>
      <p class="quiet small">{t.keys[key.environment]}</p>
    </>,
    (key.operations ?? plan.operations).join(', '),
    key.monthlyBudget === undefined
      ? f.number(key.usedThisMonth)
      : t.keys.usedOf(f.number(key.usedThisMonth), f.number(key.monthlyBudget)),
    key.lastUsedOn === undefined ? t.common.never : f.date(key.lastUsedOn),
    key.validUntil === undefined ? t.keys.noExpiry : f.moment(key.validUntil),
  ];
  return (
    <Table
      caption={caption}
      columns={[
        { name: columns.name },
        { name: columns.key },
        { name: columns.operations },
        { name: columns.used, isNumber: true },
        { name: columns.lastUsed },
        { name: columns.valid },
        ...(act === undefined ? [] : [{ name: columns.actions, isSilent: true }]),
      ]}
      rows={keys.map((key) => ({
        key: key.id,
        cells: [
          ...cellsOf(key),
          act === undefined ? null : (
            <div class="row-actions" role="group" aria-label={t.keys.actionsOf(key.name)}>
              <button type="button" onClick={() => act('rename', key)}>
                {t.keys.rename}
              </button>
              {key.rotatedTo === undefined ? (
                <button type="button" onClick={() => act('rotate', key)}>
                  {t.keys.rotate}
                </button>
              ) : null}
              <button type="button" class="danger" onClick={() => act('revoke', key)}>
                {t.keys.revoke}
              </button>
            </div>
          ),
        ],
      }))}
    />
  );
}
