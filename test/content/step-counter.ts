import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

// Compiled code loses counts; the interpreter counts each step.
for (const flag of ['--no-sparkplug', '--no-maglev', '--no-opt']) setFlagsFromString(flag);

async function count(work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/functions/shared/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count: steps }) => sum + steps, 0);
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    await session.post('Profiler.disable');
    session.disconnect();
  }
}

/**
 * The steps of `large` divided by those of `small`. A step is a run of a function, loop or branch of
 * functions/shared, as V8's precise coverage counts them: the same for the same input on any machine, which time is not.
 */
export async function stepRatio(small: () => Promise<void>, large: () => Promise<void>): Promise<number> {
  // V8 divides a function into finer ranges in the first session that it runs in than in the next ones.
  await count(small);
  const smallSteps = await count(small);
  return (await count(large)) / smallSteps;
}
