import { cpus, type CpuInfo } from 'node:os';

const sampleMs = 200;
/** Above this share, two processors have less than half of one left, which is what an environment needs. */
const saturatedShare = 0.75;

export interface ProcessorLoad {
  /** For how long the machine's processors have had room for another process; 0 while they are almost always busy. */
  readonly unsaturatedMs: () => number;
  readonly stop: () => void;
}

type Processors = readonly Pick<CpuInfo, 'times'>[];

const ticksOf = (processors: Processors): { readonly busy: number; readonly all: number } => {
  let idle = 0;
  let all = 0;
  for (const { times } of processors) {
    idle += times.idle + times.irq;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { busy: all - idle, all };
};

/** Watches the processors of this machine, a few times a second. */
export function watchProcessors(read: () => Processors = cpus): ProcessorLoad {
  let last = ticksOf(read());
  // Nothing is known of the time before.
  let saturatedAtMs = performance.now();
  let isSaturated = false;
  const timer = setInterval(() => {
    const now = ticksOf(read());
    if (now.all > last.all) isSaturated = (now.busy - last.busy) / (now.all - last.all) >= saturatedShare;
    if (isSaturated) saturatedAtMs = performance.now();
    last = now;
  }, sampleMs);
  timer.unref();
  return {
    unsaturatedMs: () => (isSaturated ? 0 : performance.now() - saturatedAtMs),
    stop: () => clearInterval(timer),
  };
}
