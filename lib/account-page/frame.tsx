import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useAccount, usePage } from './page-context.ts';
import { Link } from './parts/link.tsx';
import { menu, type Place } from './views.ts';

/** The crawl that is shown in place of the list. */
const crawlOf = ({ query }: Place): string | undefined => query.get('crawl') ?? undefined;

/** Moves the focus to the heading of a view that was navigated to, so that its name is read out. */
function useFocusedHeading(place: Place): void {
  const isFirst = useRef(true);
  const crawl = crawlOf(place);
  useEffect(() => {
    if (!isFirst.current) document.querySelector<HTMLElement>('h1')?.focus();
    isFirst.current = false;
  }, [place.view, crawl]);
}

function Suspension() {
  const { t, f } = usePage();
  const { suspendedAt } = useAccount();
  if (suspendedAt === undefined) return null;
  return (
    <div class="notice bad" role="alert">
      <p>{t.suspended(f.date(suspendedAt))}</p>
    </div>
  );
}

/** Navigation beside the views; above them, behind a button, on a phone. */
export function Frame({ place, children }: { readonly place: Place; readonly children: ComponentChildren }) {
  const { t, root } = usePage();
  const { email, plan } = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  useFocusedHeading(place);
  const crawl = crawlOf(place);
  useEffect(() => setIsOpen(false), [place]);
  useEffect(() => {
    const name = place.view === undefined ? t.signedOut.title : t.views[place.view];
    document.title = `${crawl === undefined ? '' : `${crawl} · `}${name} · Winnow`;
  }, [place.view, crawl, t]);
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {t.frame.skip}
      </a>
      <header class="side">
        <a class="brand" href={`${root}/`}>
          Winnow
        </a>
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.frame.menu}
        </button>
        <nav id="navigation" class={isOpen ? 'open' : ''} aria-label={t.frame.navigation}>
          <ul>
            {menu.map((view) => (
              <li key={view}>
                <Link to={view} isCurrent={view === place.view}>
                  {t.views[view]}
                </Link>
              </li>
            ))}
          </ul>
          <div class="side-end">
            <a href={`${root}/docs`}>{t.frame.documentation}</a>
            <p class="quiet small">
              {email}
              <br />
              {t.frame.plan(plan.id)}
            </p>
          </div>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Suspension />
        {children}
      </main>
    </div>
  );
}
