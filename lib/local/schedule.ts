import type { LocalSchedule } from './local-stack.ts';

/** Runs EventBridge's rate rules. Returns how to stop them. */
export function startSchedules(
  schedules: readonly LocalSchedule[],
  run: (functionName: string, event: string) => Promise<void>,
): () => void {
  const timers = schedules.map(({ everyMinutes, functionName }) =>
    setInterval(() => {
      const event = {
        source: 'aws.events',
        'detail-type': 'Scheduled Event',
        time: new Date().toISOString(),
        detail: {},
      };
      run(functionName, JSON.stringify(event)).catch((error: unknown) => {
        console.error(`The scheduled run of ${functionName} failed.`, error);
      });
    }, everyMinutes * 60_000),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
