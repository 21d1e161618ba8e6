import { useState } from 'preact/hooks';

import type { CrawlError } from '../api/routes.ts';
import { groupedErrors } from '../grouped-errors.ts';
import { usePage } from '../page-context.ts';
import { FailureNotice } from '../parts/notice.tsx';
import { webLink } from '../safe-link.ts';
import { useAction, useResource } from '../use-resource.ts';

interface CrawlErrorsProps {
  readonly crawlId: string;
  /** How many there are by the crawl's coverage. */
  readonly undelivered: number;
  readonly isOver: boolean;
}

/** URLs shown of a group; the API has them all. */
const maxShownUrls = 100;
const errorsEveryMs = 5_000;

const cursorOf = (next: string | undefined): string | undefined =>
  next === undefined ? undefined : (URL.parse(next, location.href)?.searchParams.get('cursor') ?? next);

/** Why URLs were not delivered: the reasons, the commonest first, each with its URLs. */
export function CrawlErrors({ crawlId, undelivered, isOver }: CrawlErrorsProps) {
  const { api, t } = usePage();
  const path = { id: crawlId };
  const first = useResource(
    `errors-${crawlId}`,
    (signal) => api.call('GET /api/v1/crawl/{id}/errors', { path, signal }),
    { everyMs: isOver ? undefined : errorsEveryMs },
  );
  const [further, setFurther] = useState<{ errors: readonly CrawlError[]; next: string | undefined }>();
  const next = further === undefined ? first.data?.next : further.next;
  const more = useAction(async () => {
    const cursor = cursorOf(next);
    const page = await api.call('GET /api/v1/crawl/{id}/errors', { path, query: { cursor } });
    setFurther((before) => ({ errors: [...(before?.errors ?? []), ...page.errors], next: page.next }));
  });
  const groups = groupedErrors([...(first.data?.errors ?? []), ...(further?.errors ?? [])]);
  return (
    <section>
      <h2>{t.crawls.errors}</h2>
      <FailureNotice error={first.error ?? more.error} />
      {groups.length === 0 && first.data !== undefined && undelivered === 0 ? (
        <p class="quiet">{t.crawls.errorsNone}</p>
      ) : null}
      <ul class="groups">
        {groups.map(({ state, code, reason, urls }) => (
          <li key={`${state}-${code ?? ''}-${reason}`}>
            <details>
              <summary>
                <span class={`swatch part-${state}`} /> <b>{t.crawls.coverage[state]}</b>
                {code === undefined ? null : (
                  <>
                    {' '}
                    <code>{code}</code>
                  </>
                )}{' '}
                <span class="text">{reason}</span>{' '}
                <span class="quiet">{t.crawls.errorsCount(urls.length)}</span>
              </summary>
              <ul>
                {urls.slice(0, maxShownUrls).map((url) => (
                  <li key={url} class="text">
                    <UrlText url={url} />
                  </li>
                ))}
                {urls.length > maxShownUrls ? <li>…</li> : null}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {next === undefined ? null : (
        <p>
          <span class="quiet">{t.crawls.errorsPartly}</span>{' '}
          <button type="button" disabled={more.isRunning} onClick={() => more.run()}>
            {t.crawls.errorsMore}
          </button>
        </p>
      )}
    </section>
  );
}

/** A URL that a stranger wrote: a link only when it leads to a web page. */
function UrlText({ url }: { readonly url: string }) {
  const href = webLink(url);
  return href === undefined ? (
    <>{url}</>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  );
}
