import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { failureOfAction, isSignedOut } from './api/failure.ts';
import { usePage } from './page-context.ts';

export interface Resource<T> {
  /** The newest answer; kept while a later request runs or fails. */
  readonly data: T | undefined;
  readonly error: unknown;
  /** Asks again, now. */
  readonly reload: () => void;
}

const maxPauseMs = 30_000;
/** After a failure; also of what is asked once. */
const firstRetryMs = 4_000;

interface Options {
  /** Asks again after so many milliseconds for as long as the page is visible; absent = once. */
  readonly everyMs?: number | undefined;
  /** Asks no more, and keeps the newest answer. */
  readonly isOver?: boolean;
}

/** An answer that did not change keeps its identity, so that nothing is drawn again. */
const keepEqual = <T>(previous: T | undefined, next: T): T =>
  JSON.stringify(previous) === JSON.stringify(next) && previous !== undefined ? previous : next;

/**
 * What a request answers. It is asked again when `key` changes, after a failure, and from time to time while somebody looks.
 * A hidden page asks nothing, and asks at once when it is shown again; failures double the pause.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs, isOver = false }: Options = {},
): Resource<T> {
  const { failed } = usePage();
  const [state, setState] = useState<{ key: string; data: T | undefined; error: unknown }>({
    key,
    data: undefined,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const current = useRef(load);
  useLayoutEffect(() => {
    current.current = load;
  });
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    if (isOver) return undefined;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = everyMs ?? 0;
    let isAsking = false;
    let isDue = true;
    const ask = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      try {
        const next = await current.current(ended.signal);
        pauseMs = everyMs ?? 0;
        isDue = everyMs !== undefined;
        if (!ended.signal.aborted)
          setState((before) => ({
            key,
            data: keepEqual(before.key === key ? before.data : undefined, next),
            error: undefined,
          }));
      } catch (error) {
        if (ended.signal.aborted) return;
        pauseMs = Math.min(maxPauseMs, Math.max(firstRetryMs, pauseMs * 2));
        isDue = true;
        failed(error);
        setState((before) => ({ key, data: before.key === key ? before.data : undefined, error }));
        if (isSignedOut(error)) return;
      } finally {
        isAsking = false;
      }
      if (isDue && !ended.signal.aborted && document.visibilityState === 'visible')
        timer = setTimeout(() => void ask(), pauseMs);
    };
    const shown = () => {
      if (isDue && document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', shown, { signal: ended.signal });
    void ask();
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [key, attempt, everyMs, isOver, failed]);

  return state.key === key
    ? { data: state.data, error: state.error, reload }
    : { data: undefined, error: undefined, reload };
}

export interface Action<Arguments extends readonly unknown[]> {
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly run: (...given: Arguments) => void;
}

/** Something that a person starts, once at a time. Its failure is shown where it was started. */
export function useAction<Arguments extends readonly unknown[]>(
  work: (...given: Arguments) => Promise<void>,
): Action<Arguments> {
  const { failed } = usePage();
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({
    isRunning: false,
    error: undefined,
  });
  const run = (...given: Arguments): void => {
    if (state.isRunning) return;
    setState({ isRunning: true, error: undefined });
    work(...given).then(
      () => setState({ isRunning: false, error: undefined }),
      (error: unknown) => {
        failed(error);
        setState({ isRunning: false, error: failureOfAction(error) });
      },
    );
  };
  return { ...state, run };
}
