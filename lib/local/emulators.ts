import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startFauxqs } from 'fauxqs';

import { withCheckpointSyncs } from './checkpoint-syncs.ts';
import type { ChildProcesses } from './child-processes.ts';
import { explainedByDamage, refuseDamagedDatabases } from './database-damage.ts';
import { dynamoFile, startDynamo, untilAnswered } from './dynamo-process.ts';

/** The URLs of the AWS services: embedded emulators, or the servers that the operator's environment names. */
export interface EmulatorEndpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
}

export interface Emulators {
  readonly endpoints: EmulatorEndpoints;
  readonly processIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

export interface EmulatorOptions {
  /** Without it, everything is kept in memory. */
  readonly dataDirectory: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly children: ChildProcesses;
  /** Called once, when an emulator has ended for good. */
  readonly onFailure: (error: Error) => void;
}

/** A server that was started just before this service may need a while. */
const givenServerMs = 3_000;

type Fauxqs = Awaited<ReturnType<typeof startFauxqs>>;

const fauxqsOptions = (dataDir: string | undefined) => ({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  ...(dataDir === undefined ? {} : { dataDir }),
});

const urlOf = (server: Fauxqs | undefined): string => `http://127.0.0.1:${server?.port ?? 0}`;

const queuesDirectory = (dataDirectory: string): string => join(dataDirectory, 'queues');

/** The files that hold rows, messages and the list of objects. */
export const databaseFiles = (dataDirectory: string): readonly string[] => [
  dynamoFile(dataDirectory),
  join(queuesDirectory(dataDirectory), 'fauxqs.db'),
  join(dataDirectory, 'fauxqs.db'),
];

/**
 * Starts the emulators that the environment does not replace. Rows and objects are on disk before their writes return.
 * A power failure may lose messages, which the crawl ledger repairs. The queues and the bucket
 * are served by this process; DynamoDB is a process of its own, which is restarted when it ends.
 */
export async function startEmulators({
  dataDirectory,
  environment,
  children,
  onFailure,
}: EmulatorOptions): Promise<Emulators> {
  const given = {
    dynamodb: environment['AWS_ENDPOINT_URL_DYNAMODB'],
    sqs: environment['AWS_ENDPOINT_URL_SQS'],
    s3: environment['AWS_ENDPOINT_URL_S3'],
  };
  const files = dataDirectory === undefined ? [] : databaseFiles(dataDirectory);
  if (dataDirectory !== undefined) mkdirSync(dataDirectory, { recursive: true });
  refuseDamagedDatabases(files);
  let queues: Fauxqs | undefined;
  let bucket: Fauxqs | undefined;
  try {
    if (given.sqs === undefined)
      queues = await withCheckpointSyncs(() =>
        startFauxqs(fauxqsOptions(dataDirectory && queuesDirectory(dataDirectory))),
      );
    if (given.dynamodb !== undefined)
      await untilAnswered({
        name: `The DynamoDB at ${given.dynamodb}`,
        url: given.dynamodb,
        timeoutMs: givenServerMs,
      });
    if (given.s3 === undefined) bucket = await startFauxqs(fauxqsOptions(dataDirectory));
    const dynamo =
      given.dynamodb === undefined ? await startDynamo({ dataDirectory, children, onFailure }) : undefined;
    return {
      endpoints: {
        dynamodb: given.dynamodb ?? dynamo?.url ?? '',
        sqs: given.sqs ?? urlOf(queues),
        s3: given.s3 ?? urlOf(bucket),
      },
      processIds: () => [dynamo?.pid()].flatMap((pid) => pid ?? []),
      stop: async () => {
        await Promise.all([dynamo?.stop(), queues?.stop(), bucket?.stop()]);
      },
    };
  } catch (error) {
    await Promise.all([queues?.stop(), bucket?.stop()]);
    throw explainedByDamage(error, files);
  }
}
