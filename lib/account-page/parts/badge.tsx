import type { ListedCrawl } from '../api/routes.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** A state in a word; its colour only repeats it. */
export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** The status of a request: its HTTP status, and the code of its failure. */
export const toneOfStatus = (status: number | undefined, code: string | undefined): Tone =>
  status === undefined
    ? 'plain'
    : status >= 500
      ? 'bad'
      : status >= 400 || code !== undefined
        ? 'warn'
        : 'good';

export const toneOfCrawl = (status: ListedCrawl['status']): Tone =>
  status === 'completed' ? 'good' : status === 'failed' ? 'bad' : 'plain';
