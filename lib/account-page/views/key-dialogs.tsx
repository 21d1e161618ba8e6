import { useState } from 'preact/hooks';

import type { AccountKey, Data } from '../api/routes.ts';
import { usePage } from '../page-context.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../use-resource.ts';

type NewKey = Data<'POST /account/api/keys'>;

interface KeyDialogProps {
  readonly of: AccountKey;
  readonly close: () => void;
}

interface ChangeProps extends KeyDialogProps {
  readonly done: () => void;
}

/** The only time that a key is shown. */
export function NewSecret({ made, close }: { readonly made: NewKey; readonly close: () => void }) {
  const { t } = usePage();
  return (
    <Dialog title={t.keys.secretTitle} close={close} isImportant>
      <div class="stack">
        <p>{t.keys.secretText}</p>
        <Secret label={t.keys.secret} text={made.secret} />
        {made.webhookSecret === undefined ? null : (
          <>
            <Secret label={t.keys.webhookSecret} text={made.webhookSecret} />
            <p class="hint">{t.keys.webhookSecretText}</p>
          </>
        )}
        <div class="buttons">
          <button type="button" class="primary" onClick={close}>
            {t.keys.saved}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

export function RenameKey({ of: key, close, done }: ChangeProps) {
  const { api, t, announce } = usePage();
  const [name, setName] = useState(key.name);
  const rename = useAction(async () => {
    await api.call('PATCH /account/api/keys/{id}', { path: { id: key.id }, body: { name } });
    announce(t.keys.renamed);
    done();
  });
  return (
    <Confirm title={t.keys.renameTitle(key.name)} confirm={t.keys.rename} action={rename} close={close}>
      <Field label={t.keys.name}>
        {(ids) => (
          <input
            {...ids}
            required
            maxLength={100}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
    </Confirm>
  );
}

const graces = [0, 1, 6, 24] as const;

interface RotateKeyProps extends KeyDialogProps {
  readonly made: (key: NewKey) => void;
}

export function RotateKey({ of: key, close, made }: RotateKeyProps) {
  const { api, t } = usePage();
  const [graceHours, setGraceHours] = useState(24);
  const rotate = useAction(async () => {
    const body = { graceHours };
    made(await api.call('POST /account/api/keys/{id}/rotation', { path: { id: key.id }, body }));
  });
  return (
    <Confirm title={t.keys.rotateTitle(key.name)} confirm={t.keys.rotate} action={rotate} close={close}>
      <p>{t.keys.rotateText}</p>
      <Field label={t.keys.grace}>
        {(ids) => (
          <select
            {...ids}
            value={String(graceHours)}
            onChange={({ currentTarget }) => setGraceHours(Number(currentTarget.value))}
          >
            {graces.map((hours) => (
              <option key={hours} value={String(hours)}>
                {t.keys.graceHours(hours)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Confirm>
  );
}

export function RevokeKey({ of: key, close, done }: ChangeProps) {
  const { api, t, announce } = usePage();
  const revoke = useAction(async () => {
    await api.call('DELETE /account/api/keys/{id}', { path: { id: key.id } });
    announce(t.keys.revoked);
    done();
  });
  return (
    <Confirm
      title={t.keys.revokeTitle(key.name)}
      confirm={t.keys.revoke}
      isDangerous
      action={revoke}
      close={close}
    >
      <p>{t.keys.revokeText}</p>
    </Confirm>
  );
}
