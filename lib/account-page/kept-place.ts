/** The name in `sessionStorage`, which belongs to one tab and ends with it. */
const name = 'winnow-place';

/** Keeps what a sign-in does not bring back: the query and the fragment of this URL. */
export function keepPlace(): void {
  const { pathname, search, hash } = location;
  if (search + hash === '') return;
  try {
    sessionStorage.setItem(name, pathname + search + hash);
  } catch {
    // A browser without storage comes back to the view.
  }
}

/** Puts back the query and the fragment of the view to which a sign-in has led, once. */
export function restorePlace(): void {
  try {
    const kept = sessionStorage.getItem(name) ?? '';
    sessionStorage.removeItem(name);
    const isHere = /^[^?#]*/.exec(kept)?.[0] === location.pathname && location.search + location.hash === '';
    if (isHere) history.replaceState(null, '', kept);
  } catch {
    // See above.
  }
}
