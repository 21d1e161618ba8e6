import { useState } from 'preact/hooks';

import type { CrawlStatusData } from '../api/routes.ts';
import { usePage } from '../page-context.ts';
import { Link } from '../parts/link.tsx';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { useAction, useResource } from '../use-resource.ts';
import { Progress } from '../views/crawl.tsx';
import type { PlaygroundTexts } from './playground-texts.ts';

const pollMs = 1_000;
const shownPages = 8;

function Controls({ crawl, texts }: { readonly crawl: CrawlStatusData; readonly texts: PlaygroundTexts }) {
  const { api } = usePage();
  const { id, status } = crawl;
  const cancel = useAction(async () => {
    await api.call('DELETE /api/v1/crawl/{id}', { path: { id } });
  });
  return (
    <div class="buttons start">
      {status === 'running' ? (
        <button type="button" disabled={cancel.isRunning} onClick={() => cancel.run()}>
          {texts.crawl.cancel}
        </button>
      ) : null}
      <Link to="crawls" query={{ crawl: id }}>
        {texts.crawl.all}
      </Link>
      <FailureNotice error={cancel.error} />
    </div>
  );
}

/** A crawl that fills as it runs: where its URLs are, and the pages that were read last. */
export function CrawlProgress({ id, texts }: { readonly id: string; readonly texts: PlaygroundTexts }) {
  const { api } = usePage();
  const [seen, setSeen] = useState({ delivered: 0, isOver: false });
  const skip = Math.max(0, seen.delivered - shownPages);
  const { data: crawl, error } = useResource(
    `playground-${id}`,
    async (signal) => {
      const status = await api.call('GET /api/v1/crawl/{id}', {
        path: { id },
        query: { skip, limit: shownPages },
        signal,
      });
      setSeen({ delivered: status.coverage.delivered, isOver: status.status !== 'running' });
      return status;
    },
    { everyMs: seen.isOver ? undefined : pollMs },
  );
  if (crawl === undefined) return error === undefined ? <Loading /> : <FailureNotice error={error} />;
  return (
    <>
      <Progress crawl={crawl} />
      <Controls crawl={crawl} texts={texts} />
      <h3>{texts.crawl.latest}</h3>
      <ul class="urls">
        {crawl.pages.toReversed().map(({ url, metadata }) => (
          <li key={url}>
            <span class="text">{metadata.title ?? ''}</span> <code class="text">{url}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
