import { useEffect } from 'preact/hooks';

import { keepPlace } from './kept-place.ts';
import { usePage } from './page-context.ts';
import type { Place } from './views.ts';

interface SignedOutProps {
  readonly place: Place;
  /** Why nobody is signed in any more; absent when nobody was. */
  readonly reason: string | undefined;
}

/** Leads to the sign-in by a link, never by itself: a browser that refuses cookies would go round in circles. */
export function SignedOut({ place, reason }: SignedOutProps) {
  const { t, root } = usePage();
  const isAsked = place.view === 'authorize';
  const query = new URLSearchParams({
    return: place.view ?? 'overview',
    // What a program asks for is still asked after the sign-in.
    ...(isAsked ? { request: String(place.query) } : {}),
  });
  useEffect(() => {
    document.title = `${t.signedOut.title} · Winnow`;
  }, [t]);
  return (
    <main class="alone">
      <p class="brand">Winnow</p>
      <h1>{t.signedOut.title}</h1>
      <p>{reason ?? (isAsked ? t.signedOut.asked : t.signedOut.text)}</p>
      <div class="buttons">
        <a class="button primary" href={`${root}/account/sign-in?${query}`} onClick={keepPlace}>
          {t.signedOut.signIn}
        </a>
        <a class="button" href={`${root}/docs`}>
          {t.signedOut.documentation}
        </a>
      </div>
    </main>
  );
}
