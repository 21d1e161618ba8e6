import { useState } from 'preact/hooks';

import type { Data, Operation } from '../api/routes.ts';
import { now } from '../clock.ts';
import { dayOf, endOfDay } from '../days.ts';
import { useAccount, usePage } from '../page-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { FailureNotice } from '../parts/notice.tsx';
import { useAction } from '../use-resource.ts';

const environments = ['production', 'development'] as const;

interface Terms {
  readonly name: string;
  readonly environment: (typeof environments)[number];
  readonly operations: readonly Operation[];
  readonly budget: string;
  readonly expiry: string;
}

interface CreateKeyProps {
  readonly close: () => void;
  readonly made: (key: Data<'POST /account/api/keys'>) => void;
}

/** All terms of a new key. The API checks them and says what is wrong. */
export function CreateKey({ close, made }: CreateKeyProps) {
  const { api, t } = usePage();
  const { plan } = useAccount();
  const [terms, setTerms] = useState<Terms>({
    name: '',
    environment: 'production',
    operations: plan.operations,
    budget: '',
    expiry: '',
  });
  const change = (part: Partial<Terms>) => setTerms({ ...terms, ...part });
  const create = useAction(async () => {
    const { name, environment, operations, budget, expiry } = terms;
    const body = {
      name,
      environment,
      ...(operations.length === plan.operations.length ? {} : { operations: [...operations] }),
      ...(budget === '' ? {} : { monthlyBudget: Number(budget) }),
      ...(expiry === '' ? {} : { validUntil: endOfDay(expiry) }),
    };
    made(await api.call('POST /account/api/keys', { body }));
  });
  return (
    <Dialog title={t.keys.create} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <Field label={t.keys.name} hint={t.keys.nameHint}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={100}
              autocomplete="off"
              value={terms.name}
              onInput={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Choice
          legend={t.keys.environment}
          values={environments}
          chosen={terms.environment}
          choose={(environment) => change({ environment })}
          labelOf={(environment) => t.keys[environment]}
        />
        <Operations chosen={terms.operations} choose={(operations) => change({ operations })} />
        <BudgetAndExpiry terms={terms} change={change} />
        <FailureNotice error={create.error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {t.common.cancel}
          </button>
          <button type="submit" class="primary" disabled={create.isRunning || terms.operations.length === 0}>
            {t.keys.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface OperationsProps {
  readonly chosen: readonly Operation[];
  readonly choose: (operations: readonly Operation[]) => void;
}

function Operations({ chosen, choose }: OperationsProps) {
  const { t } = usePage();
  const { plan } = useAccount();
  return (
    <fieldset class="choice">
      <legend>{t.keys.operations}</legend>
      <div>
        {plan.operations.map((operation) => (
          <label key={operation}>
            <input
              type="checkbox"
              checked={chosen.includes(operation)}
              onChange={({ currentTarget: { checked } }) =>
                choose(
                  plan.operations.filter((each) => (each === operation ? checked : chosen.includes(each))),
                )
              }
            />
            <span>{operation}</span>
          </label>
        ))}
      </div>
      <p class="hint">{t.keys.operationsHint}</p>
    </fieldset>
  );
}

interface PartProps {
  readonly terms: Terms;
  readonly change: (part: Partial<Terms>) => void;
}

function BudgetAndExpiry({ terms, change }: PartProps) {
  const { t, f } = usePage();
  const {
    plan: { monthlyRequests },
  } = useAccount();
  const maxBudget = monthlyRequests === null ? undefined : monthlyRequests - 1;
  return (
    <div class="side-by-side">
      <Field
        label={t.keys.budget}
        hint={maxBudget === undefined ? t.keys.budgetHintUnlimited : t.keys.budgetHint(f.number(maxBudget))}
      >
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={1}
            {...(maxBudget === undefined ? {} : { max: maxBudget })}
            step={1}
            value={terms.budget}
            onInput={({ currentTarget }) => change({ budget: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t.keys.expiry} hint={t.keys.expiryHint}>
        {(ids) => (
          <input
            {...ids}
            type="date"
            min={dayOf(now())}
            value={terms.expiry}
            onInput={({ currentTarget }) => change({ expiry: currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}
