import { useState } from 'preact/hooks';

import { useAccount, usePage } from '../page-context.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { FailureNotice } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { themes } from '../preferences.ts';
import { languages } from '../texts/languages.ts';
import { useAction } from '../use-resource.ts';

const languageNames = { en: 'English', ru: 'Русский' } as const;

export function Settings() {
  const { t, f, preferences, prefer } = usePage();
  const { email, accountId, createdAt } = useAccount();
  return (
    <>
      <ViewHead title={t.views.settings} />
      <section>
        <h2>{t.settings.appearance}</h2>
        <Choice
          legend={t.settings.language}
          values={languages}
          chosen={preferences.language}
          choose={(language) => prefer({ ...preferences, language })}
          labelOf={(language) => languageNames[language]}
        />
        <Choice
          legend={t.settings.theme}
          values={themes}
          chosen={preferences.theme}
          choose={(theme) => prefer({ ...preferences, theme })}
          labelOf={(theme) => t.settings.themes[theme]}
        />
      </section>
      <section>
        <h2>{t.settings.account}</h2>
        <dl class="facts">
          <div>
            <dt>{t.settings.email}</dt>
            <dd class="text">{email}</dd>
          </div>
          <div>
            <dt>{t.settings.accountId}</dt>
            <dd>
              <code class="id">{accountId}</code>
            </dd>
          </div>
          <div>
            <dt>{t.settings.since}</dt>
            <dd>{f.date(createdAt)}</dd>
          </div>
        </dl>
      </section>
      <Sessions />
      <Deletion />
    </>
  );
}

function Sessions() {
  const { api, t, farewell } = usePage();
  const [isAsking, setIsAsking] = useState(false);
  const here = useAction(async () => location.assign(await api.signOut()));
  const everywhere = useAction(async () => {
    await api.call('DELETE /account/api/sessions');
    farewell(t.settings.everywhereDone);
  });
  return (
    <section>
      <h2>{t.settings.sessions}</h2>
      <div class="buttons start">
        <button type="button" disabled={here.isRunning} onClick={() => here.run()}>
          {t.settings.signOut}
        </button>
        <button type="button" onClick={() => setIsAsking(true)}>
          {t.settings.signOutEverywhere}
        </button>
      </div>
      <FailureNotice error={here.error} />
      {isAsking ? (
        <Confirm
          title={t.settings.everywhereTitle}
          confirm={t.settings.signOutEverywhere}
          action={everywhere}
          close={() => setIsAsking(false)}
        >
          <p>{t.settings.everywhereText}</p>
        </Confirm>
      ) : null}
    </section>
  );
}

function Deletion() {
  const { api, t, f, farewell } = usePage();
  const { email } = useAccount();
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useAction(async () => {
    const { deletedBy } = await api.call('DELETE /account/api/me', { body: { email: typed } });
    farewell(t.settings.deleted(f.moment(deletedBy)));
  });
  return (
    <section>
      <h2>{t.settings.delete}</h2>
      <p>{t.settings.deleteText}</p>
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        {t.settings.delete}
      </button>
      {isAsking ? (
        <Confirm
          title={t.settings.deleteTitle}
          confirm={t.settings.delete}
          isDangerous
          isReady={typed === email}
          action={remove}
          close={() => setIsAsking(false)}
        >
          <p>{t.settings.deleteText}</p>
          <Field label={t.settings.deleteConfirm(email)}>
            {(ids) => (
              <input
                {...ids}
                type="email"
                autocomplete="off"
                value={typed}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
        </Confirm>
      ) : null}
    </section>
  );
}
