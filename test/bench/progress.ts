const everyMs = 2_000;
let toldAtMs = -Infinity;

/** Says on standard error where a bench is, every two seconds at most; results alone go to standard output. */
export function progress(step: string, done?: number, all?: number): void {
  const nowMs = performance.now();
  if (nowMs - toldAtMs < everyMs && done !== undefined) return;
  toldAtMs = nowMs;
  const share = done === undefined || all === undefined ? '' : ` ${done} of ${all}`;
  console.error(`${(nowMs / 1_000).toFixed(0).padStart(5)}s  ${step}${share}`);
}
