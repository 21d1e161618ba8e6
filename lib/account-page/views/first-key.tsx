import { useState } from 'preact/hooks';

import type { Data } from '../api/routes.ts';
import { curlOf } from '../curl.ts';
import { usePage } from '../page-context.ts';
import { CodeBlock, Secret } from '../parts/copy.tsx';
import { Link } from '../parts/link.tsx';
import { FailureNotice } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { useAction, useResource } from '../use-resource.ts';

interface FirstKeyProps {
  /** Called before the key exists, so that the page stays here once it does. */
  readonly begin: () => void;
  readonly done: () => void;
}

const arrivalsEveryMs = 2_000;

/** A page that exists for everybody and asks for no permission (RFC 2606). */
const examplePage = 'https://example.com';

/** The requests of a key as they arrive. */
function Arrivals({ keyId }: { readonly keyId: string }) {
  const { api, t } = usePage();
  const { data } = useResource(
    'arrivals',
    (signal) => api.call('GET /account/api/requests', { query: { limit: 20 }, signal }),
    { everyMs: arrivalsEveryMs },
  );
  const own = data?.requests.filter((request) => request.keyId === keyId) ?? [];
  const done = own.filter(({ status, code }) => status !== undefined && code === undefined);
  const [newest] = own;
  if (done.length > 0)
    return (
      <p class="arrivals good" role="status">
        {t.first.arrived(done.length)}
      </p>
    );
  return (
    <p class="arrivals quiet" role="status">
      {newest?.code === undefined ? t.first.waiting : t.first.failed(newest.code)}
    </p>
  );
}

/** The first screen after registering: one button, then a key and a command that works. */
export function FirstKey({ begin, done }: FirstKeyProps) {
  const { api, base, t } = usePage();
  const [made, setMade] = useState<Data<'POST /account/api/keys'>>();
  const make = useAction(async () => {
    begin();
    setMade(await api.call('POST /account/api/keys', { body: { name: t.first.keyName } }));
  });
  if (made === undefined)
    return (
      <div class="first">
        <ViewHead title={t.first.title} text={t.first.text} />
        <FailureNotice error={make.error} />
        <button type="button" class="primary large" disabled={make.isRunning} onClick={() => make.run()}>
          {t.first.make}
        </button>
      </div>
    );
  return (
    <div class="first stack">
      <ViewHead title={t.first.made} text={t.first.madeText} />
      <Secret label={t.first.key} text={made.secret} copyLabel={t.first.copyKey} />
      <CodeBlock
        label={t.first.curl}
        text={curlOf(`${base}/api/v1/scrape`, made.secret, { url: examplePage })}
        copyLabel={t.first.copyCurl}
      />
      <Arrivals keyId={made.key.id} />
      {made.webhookSecret === undefined ? null : (
        <details>
          <summary>{t.keys.webhookSecret}</summary>
          <Secret label={t.keys.webhookSecret} text={made.webhookSecret} />
          <p class="hint">{t.keys.webhookSecretText}</p>
        </details>
      )}
      <div class="buttons">
        <Link to="playground" class="button primary">
          {t.first.tryIt}
        </Link>
        <button type="button" onClick={done}>
          {t.first.done}
        </button>
      </div>
    </div>
  );
}
