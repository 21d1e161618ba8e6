import { useEffect, useState } from 'preact/hooks';

import { authorizationParameters, programKeyName } from '#shared/contract/account-views.ts';
import type { CallOptions, Data } from '../api/routes.ts';
import { useAccount, usePage } from '../page-context.ts';
import { FailureNotice, Loading, Notice } from '../parts/notice.tsx';
import { useAction, useResource } from '../use-resource.ts';
import { useTimeInFront } from '../use-time-in-front.ts';

type Parameters = Readonly<Record<string, string>>;

const parametersOf = (query: URLSearchParams): Parameters =>
  Object.fromEntries(
    authorizationParameters.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** A program asks for a key: the person sees which one and where the key goes, and decides. */
export function Authorize({ query }: { readonly query: URLSearchParams }) {
  const { api, t } = usePage();
  const request = parametersOf(query);
  const asked = useResource(`authorization ${String(query)}`, (signal) =>
    api.call('GET /account/api/authorization', { query: request, signal }),
  );
  useEffect(() => {
    document.title = `${t.views.authorize} · Winnow`;
  }, [t]);
  return (
    <main class="alone">
      <p class="brand">Winnow</p>
      {asked.data === undefined ? (
        <>
          <h1>{t.views.authorize}</h1>
          {asked.error === undefined ? <Loading /> : <p>{t.authorize.broken}</p>}
          <FailureNotice error={asked.error} />
        </>
      ) : (
        <Decision request={request} asked={asked.data} />
      )}
    </main>
  );
}

type Decide = 'POST /account/api/authorization';

interface DecisionProps {
  readonly request: Parameters;
  readonly asked: Data<'GET /account/api/authorization'>;
}

/** Longer than between the two presses of a double click, which a window over this one may catch the first of. */
const minMsInFront = 600;

function Decision({ request, asked }: DecisionProps) {
  const { api, t } = usePage();
  const [isLeaving, setIsLeaving] = useState(false);
  const isInFront = useTimeInFront(minMsInFront);
  const decide = useAction(async (isAllowed: boolean) => {
    // The API checks what the query of the page says.
    const options = { body: { ...request, isAllowed } } as unknown as CallOptions<Decide>;
    const { redirectTo } = await api.call('POST /account/api/authorization', options);
    setIsLeaving(true);
    location.assign(redirectTo);
  });
  if (isLeaving)
    return (
      <>
        <h1>{t.views.authorize}</h1>
        <p role="status">{t.authorize.leaving}</p>
      </>
    );
  return (
    <>
      <h1 class="text">{t.authorize.title(asked.program)}</h1>
      <Facts asked={asked} />
      <FailureNotice error={decide.error} />
      <div class="buttons">
        <button type="button" disabled={decide.isRunning} onClick={() => decide.run(false)}>
          {t.authorize.deny}
        </button>
        <button
          type="button"
          class="primary"
          disabled={decide.isRunning || !isInFront}
          onClick={() => decide.run(true)}
        >
          {t.authorize.allow}
        </button>
      </div>
    </>
  );
}

function Facts({ asked: { program, destination, operations } }: Pick<DecisionProps, 'asked'>) {
  const { t } = usePage();
  const { email } = useAccount();
  const { kind, name } = destination;
  const facts = [
    [t.authorize.account, email],
    [t.authorize.program, program],
    [t.authorize.destination, t.authorize.kinds[kind](name)],
    [t.authorize.operations, operations.join(', ')],
  ] as const;
  return (
    <>
      <p>{t.authorize.text}</p>
      <dl class="facts asked">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd class="text">{text}</dd>
          </div>
        ))}
      </dl>
      <Notice tone="warn">
        <p>{t.authorize.warnings[kind](name)}</p>
      </Notice>
      <p>
        {t.authorize.cost} {t.authorize.end(programKeyName(program))}
      </p>
    </>
  );
}
