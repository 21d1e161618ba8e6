import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';

import { createClient } from './api/client.ts';
import { isSignedOut } from './api/failure.ts';
import { Frame } from './frame.tsx';
import { AccountContext, type Page, PageContext, usePage } from './page-context.ts';
import { FailureNotice, Loading } from './parts/notice.tsx';
import { keepPreferences, type Preferences } from './preferences.ts';
import { SignedOut } from './signed-out.tsx';
import { formatOf } from './texts/format.ts';
import { texts } from './texts/texts.ts';
import { useResource } from './use-resource.ts';
import { type Place, pathTo, placeOf, type ViewName } from './views.ts';
import { Authorize } from './views/authorize.tsx';
import { View } from './views/view.tsx';

interface AppProps {
  readonly base: string;
  readonly initial: Preferences;
}

/** Nobody is signed in; the sentence says why, when the page itself ended the session. */
interface Ending {
  readonly sentence?: string;
}

const announcementMs = 4_000;

/** The view of the address bar, and the way to another one. */
function useNavigation(root: string) {
  const [place, setPlace] = useState<Place>(() => placeOf(location, root));
  useEffect(() => {
    const moved = () => setPlace(placeOf(location, root));
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, [root]);
  const navigate = useCallback(
    (view: ViewName, query: Readonly<Record<string, string>> = {}) => {
      const path = pathTo(view, root, query);
      if (path !== location.pathname + location.search) history.pushState(null, '', path);
      setPlace(placeOf(location, root));
      scrollTo(0, 0);
    },
    [root],
  );
  return { place, navigate };
}

function useAnnouncements() {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (announcement === '') return undefined;
    const timer = setTimeout(() => setAnnouncement(''), announcementMs);
    return () => clearTimeout(timer);
  }, [announcement]);
  return { announcement, announce: setAnnouncement };
}

/** The page: preferences, the way between views, and who is signed in. */
export function App({ base, initial }: AppProps) {
  const root = new URL(base).pathname.replace(/\/$/, '');
  const [preferences, setPreferences] = useState(initial);
  const [ending, setEnding] = useState<Ending>();
  const { place, navigate } = useNavigation(root);
  const { announcement, announce } = useAnnouncements();
  const api = useMemo(() => createClient(location.origin + root), [root]);
  const failed = useCallback((error: unknown) => {
    // The reason that is known stays: what ended the session also ends the requests under way.
    if (isSignedOut(error)) setEnding((before) => before ?? {});
  }, []);
  const farewell = useCallback((sentence: string) => setEnding({ sentence }), []);
  const page = useMemo(
    (): Page => ({
      api,
      base,
      root,
      t: texts[preferences.language],
      f: formatOf(preferences.language),
      preferences,
      prefer: (next) => {
        keepPreferences(next);
        setPreferences(next);
      },
      navigate,
      announce,
      farewell,
      failed,
    }),
    [api, base, root, preferences, navigate, announce, farewell, failed],
  );
  return (
    <PageContext.Provider value={page}>
      <Signed place={place} ending={ending} />
      <div class="announcement" role="status">
        {announcement}
      </div>
    </PageContext.Provider>
  );
}

const accountEveryMs = 60_000;

function Signed({ place, ending }: { readonly place: Place; readonly ending: Ending | undefined }) {
  const { api, t } = usePage();
  const account = useResource('me', (signal) => api.call('GET /account/api/me', { signal }), {
    everyMs: accountEveryMs,
    isOver: ending !== undefined,
  });
  if (ending !== undefined) {
    const ended = account.data === undefined ? undefined : t.signedOut.ended;
    return <SignedOut place={place} reason={ending.sentence ?? ended} />;
  }
  if (account.data === undefined)
    return (
      <main class="alone">
        {account.error === undefined ? (
          <Loading />
        ) : (
          <FailureNotice error={account.error} retry={account.reload} />
        )}
      </main>
    );
  return (
    <AccountContext.Provider value={account.data}>
      {place.view === 'authorize' ? (
        <Authorize query={place.query} />
      ) : (
        <Frame place={place}>
          <View place={place} />
        </Frame>
      )}
    </AccountContext.Provider>
  );
}
