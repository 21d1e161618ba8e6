import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { usePage } from '../page-context.ts';
import { Link } from '../parts/link.tsx';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { loadPlayground, type PlaygroundProps } from '../playground-slot.ts';
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

function LazyPlayground({ load }: { readonly load: NonNullable<typeof loadPlayground> }) {
  const { api, base, preferences } = usePage();
  const [Playground, setPlayground] = useState<ComponentType<PlaygroundProps>>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    load().then(
      (module) => setPlayground(() => module.Playground),
      (cause: unknown) => setError(cause),
    );
  }, [load]);
  if (error !== undefined) return <FailureNotice error={error} />;
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
      return loadPlayground === undefined ? <NotFound /> : <LazyPlayground load={loadPlayground} />;
    case 'plans':
      return <Plans />;
    case 'settings':
      return <Settings />;
    case undefined:
    default:
      return <NotFound />;
  }
}
