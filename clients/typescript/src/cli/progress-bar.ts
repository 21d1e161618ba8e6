import type { JobProgress } from '../page-job.ts';
import { type Io, painter } from './io.ts';

const barWidth = 24;
const rateWindowMs = 10_000;
const clearLine = '\r\u001b[2K';

export interface ProgressBar {
  show(progress: JobProgress): void;
  /** Removes the bar, for lines of text. */
  clear(): void;
}

const silent: ProgressBar = { show: () => {}, clear: () => {} };

/** Pages a second within the last ten seconds. */
function rateMeter(): (delivered: number) => number {
  let samples: { readonly at: number; readonly delivered: number }[] = [];
  return (delivered) => {
    const at = performance.now();
    const recent = samples.filter((sample) => at - sample.at <= rateWindowMs);
    samples = [...(recent.length === 0 ? samples.slice(-1) : recent), { at, delivered }];
    const [first] = samples;
    return first === undefined || at === first.at
      ? 0
      : ((delivered - first.delivered) * 1_000) / (at - first.at);
  };
}

/** How far a job is, in the last line of the terminal. Nothing where nobody looks. `limit` is the most that can come. */
export function progressBar(
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  { limit, isQuiet }: { readonly limit: number | undefined; readonly isQuiet: boolean },
): ProgressBar {
  if (stderr.isTTY !== true || isQuiet || env['TERM'] === 'dumb') return silent;
  const paint = painter(stderr, env);
  const rateOf = rateMeter();
  return {
    show: ({ coverage: { discovered, delivered, failed, pending } }) => {
      const expected = Math.min(limit ?? Infinity, delivered + pending);
      const filled = expected === 0 ? 0 : Math.round((barWidth * delivered) / expected);
      const bar = paint('green', '#'.repeat(filled)) + paint('dim', '-'.repeat(barWidth - filled));
      const numbers = [
        `${delivered}/${expected} pages`,
        `${rateOf(delivered).toFixed(1)}/s`,
        `found ${discovered}`,
        `left ${expected - delivered}`,
      ].join('  ');
      // A line that wraps could not be drawn again in its place.
      const room = (stderr.columns ?? 80) - barWidth - 4;
      const failures = `  failed ${failed}`;
      const words =
        (numbers + failures).length <= room
          ? numbers + (failed > 0 ? paint('red', failures) : failures)
          : numbers.slice(0, Math.max(0, room));
      stderr.write(`${clearLine}[${bar}] ${words}`);
    },
    clear: () => {
      stderr.write(clearLine);
    },
  };
}
