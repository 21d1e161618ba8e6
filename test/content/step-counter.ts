import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

// Compiled code loses counts; the interpreter counts each step.
for (const flag of ['--no-sparkplug', '--no-maglev', '--no-opt']) setFlagsFromString(flag);

// Begun before what is counted is loaded: functions that have run before are counted without their loops.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The steps since the last call. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/functions/shared/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count: steps }) => sum + steps, 0);
}

async function count(work: () => Promise<void>): Promise<number> {
  await takeSteps();
  await work();
  return takeSteps();
}

/**
 * The steps of `large` divided by those of `small`. A step is a run of a function, loop or branch of
 * functions/shared, as V8's precise coverage counts them: nearly the same for the same input on any machine, which time is not.
 */
export async function stepRatio(small: () => Promise<void>, large: () => Promise<void>): Promise<number> {
  const smallSteps = await count(small);
  return (await count(large)) / smallSteps;
}
