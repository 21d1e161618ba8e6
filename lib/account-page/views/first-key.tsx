import { useState } from 'preact/hooks';

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

function Arrivals() {
  const { api, t } = usePage();
  const { data } = useResource(
    'arrivals',
    (signal) => api.call('GET /account/api/requests', { query: { limit: 20 }, signal }),
    { everyMs: arrivalsEveryMs },
  );
  const count = data?.requests.length ?? 0;
  return (
    <p class={count === 0 ? 'arrivals quiet' : 'arrivals good'} role="status">
      {count === 0 ? t.first.waiting : t.first.arrived(count)}
    </p>
  );
}

/** The first screen after registering: one button, then a key and a command that works. */
export function FirstKey({ begin, done }: FirstKeyProps) {
  const { api, base, t } = usePage();
  const [secret, setSecret] = useState<string>();
  const make = useAction(async () => {
    begin();
    const made = await api.call('POST /account/api/keys', { body: { name: t.first.keyName } });
    setSecret(made.secret);
  });
  if (secret === undefined)
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
      <Secret label={t.first.key} text={secret} copyLabel={t.first.copyKey} />
      <CodeBlock
        label={t.first.curl}
        text={curlOf(`${base}/api/v1/scrape`, secret, { url: examplePage })}
        copyLabel={t.first.copyCurl}
      />
      <Arrivals />
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
