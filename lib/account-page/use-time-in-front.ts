import { useEffect, useState } from 'preact/hooks';

/**
 * Whether the page has been in front of the reader for so many milliseconds. A press that was meant for a window over
 * it, such as the second of a double click, comes sooner.
 */
export function useTimeInFront(milliseconds: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    let timer = 0;
    const restart = (): void => {
      clearTimeout(timer);
      setIsLong(false);
      timer = window.setTimeout(() => setIsLong(true), milliseconds);
    };
    restart();
    addEventListener('focus', restart);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', restart);
    };
  }, [milliseconds]);
  return isLong;
}
