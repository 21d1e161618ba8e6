import { useEffect, useState } from 'preact/hooks';

import { usePage } from '../page-context.ts';
import { Link } from '../parts/link.tsx';
import { Loading, Notice } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import type { Playground as PlaygroundComponent } from '../playground/playground.tsx';
import type { Place } from '../views.ts';
import { Crawls } from './crawls.tsx';
import { Keys } from './keys.tsx';
import { Overview } from './overview.tsx';
import { Plans } from './plans.tsx';
import { Settings } from './settings.tsx';
import { UsageView } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

function NotFound() {
  const { t } = usePage();
  return (
    <>
      <ViewHead title={t.frame.notFound} />
      <p>
        <Link to="overview">{t.frame.toOverview}</Link>
      </p>
    </>
  );
}

/** The playground is a chunk of its own: most visits do not open it. */
function LazyPlayground() {
  const { api, base, preferences, t } = usePage();
  const [Playground, setPlayground] = useState<typeof PlaygroundComponent>();
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    import('../playground/playground.tsx').then(
      (module) => setPlayground(() => module.Playground),
      () => setIsMissing(true),
    );
  }, []);
  if (isMissing)
    return (
      <Notice tone="bad">
        <p>{t.frame.outdated}</p>
        <button type="button" class="plain" onClick={() => location.reload()}>
          {t.frame.reload}
        </button>
      </Notice>
    );
  if (Playground === undefined) return <Loading />;
  return <Playground api={api} base={base} language={preferences.language} />;
}

export function View({ place: { view, query } }: { readonly place: Place }) {
  switch (view) {
    case 'overview':
      return <Overview />;
    case 'keys':
      return <Keys />;
    case 'usage':
      return <UsageView />;
    case 'crawls':
      return <Crawls crawlId={query.get('crawl') ?? undefined} />;
    case 'webhooks':
      return <Webhooks />;
    case 'playground':
      return <LazyPlayground />;
    case 'plans':
      return <Plans />;
    case 'settings':
      return <Settings />;
    // Shown without the menu.
    case 'authorize':
    case undefined:
    default:
      return <NotFound />;
  }
}
