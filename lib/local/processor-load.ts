import { cpus } from 'node:os';

const sampleMs = 200;
/** Above this share, two processors have less than half of one left, which is what an environment needs. */
const saturatedShare = 0.75;

export interface ProcessorLoad {
  /** Whether the machine's processors were almost always busy lately. */
  readonly isSaturated: () => boolean;
  readonly stop: () => void;
}

const ticks = (): { readonly busy: number; readonly all: number } => {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle + times.irq;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { busy: all - idle, all };
};

/** Watches the processors of this machine, a few times a second. */
export function watchProcessors(): ProcessorLoad {
  let last = ticks();
  let share = 0;
  const timer = setInterval(() => {
    const now = ticks();
    if (now.all > last.all) share = (now.busy - last.busy) / (now.all - last.all);
    last = now;
  }, sampleMs);
  timer.unref();
  return { isSaturated: () => share >= saturatedShare, stop: () => clearInterval(timer) };
}
