import { Duration } from 'aws-cdk-lib';

export interface FunctionSize {
  readonly memoryMb: number;
  readonly timeout: Duration;
  /** Of /tmp, where Lambda gives 512 MB unasked. */
  readonly temporaryMb?: number;
  readonly architecture?: 'x86_64';
  readonly reason: string;
}

/** Longest `timeout` of a request, 300 s, and what the function needs to settle and answer after it. */
const longestRequest = Duration.seconds(310);

/** Every function's memory and time, with the reason. A gigabyte buys 0.58 of a processor. */
export const functionSizes = {
  scrape: {
    memoryMb: 1024,
    timeout: longestRequest,
    reason: 'waits for origins most of the time; a 10 MB page decoded and parsed peaks near 500 MB',
  },
  'render-page': {
    memoryMb: 2048,
    timeout: Duration.seconds(305),
    temporaryMb: 1024,
    architecture: 'x86_64',
    reason:
      'Chromium needs 200 MB to start, heavy pages a gigabyte, and more than one processor; unpacked it fills 210 MB; its package has no other architecture',
  },
  usage: { memoryMb: 512, timeout: Duration.seconds(10), reason: 'one read' },
  sweeper: {
    memoryMb: 512,
    timeout: Duration.seconds(50),
    reason: 'ends before the next minute begins one more',
  },
} as const satisfies Record<string, FunctionSize>;

/** API Gateway gives up after every function would have: the caller gets the function's own words. */
export const integrationTimeout = Duration.seconds(320);

export const storage = {
  /** Longest accepted maxAge, 7 days. */
  cacheDays: 7,
  /** Answers are replayed for 24 hours; S3 counts whole days. */
  idempotencyDays: 2,
} as const;
