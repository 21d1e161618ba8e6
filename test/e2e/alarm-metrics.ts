import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

import { findService } from '../../lib/commands/running-service.ts';

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}
interface AlarmProperties extends Partial<Metric> {
  readonly AlarmName: string;
  readonly Threshold: number;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Metric } }[];
}

export interface AlarmReading {
  readonly name: string;
  readonly threshold: number;
  /** The sum of the alarm's metrics; `undefined` for metrics that only AWS has. */
  readonly value: number | undefined;
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

function queuesOf(directory: string) {
  const { sqs = '', region } = findService(directory);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    client: new SQSClient({ region, credentials, endpoint: sqs }),
    urlOf: (queue: string) => `${sqs}/000000000000/${queue}`,
  };
}

/** The logical id that a dimension refers to. */
const idOf = (value: unknown): string => {
  const { Ref: ref, 'Fn::GetAtt': attribute } = (value ?? {}) as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly string[];
  };
  return ref ?? attribute?.[0] ?? '';
};

/** What CloudWatch would have of these metrics, taken from the logs and queues of a service on one machine. */
function readerOf(directory: string): (metric: Metric) => Promise<number | undefined> {
  const { client, urlOf } = queuesOf(directory);
  const logOf = (name: string) => linesOf(join(directory, 'logs', `${name}.log`));
  const counted = (id: string, mark: string) => logOf(id).filter((line) => line.includes(mark)).length;

  const attribute = async (
    url: string,
    name: 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible',
  ) => {
    const asked = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [name] });
    return Number((await client.send(asked)).Attributes?.[name] ?? 0);
  };
  const ageSeconds = async (url: string): Promise<number> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        VisibilityTimeout: 0,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    const sentAtMs = Messages.map(({ Attributes }) => Number(Attributes?.['SentTimestamp']));
    return sentAtMs.length === 0 ? 0 : (Date.now() - Math.min(...sentAtMs)) / 1_000;
  };

  return async ({ Namespace: namespace, MetricName: name, Dimensions: dimensions = [] }) => {
    const id = idOf(dimensions[0]?.Value);
    const url = urlOf(id);
    switch (`${namespace} ${name}`) {
      case 'AWS/ApiGateway 5XXError':
        return logOf('access').filter((line) => /"status":"5\d\d"/.test(line)).length;
      case 'AWS/Lambda Errors':
        return counted(id, '"metric":"Errors"');
      case 'AWS/Lambda Invocations':
        return counted(id, '"platform.report"') + counted(id, '"metric":"Errors"');
      // Of all functions.
      case 'AWS/Lambda Throttles':
        return readdirSync(join(directory, 'logs'))
          .map((file) => counted(file.replace(/\.log$/, ''), '"metric":"Throttles"'))
          .reduce((sum, each) => sum + each, 0);
      case 'AWS/SQS ApproximateNumberOfMessagesVisible':
        return attribute(url, 'ApproximateNumberOfMessages');
      case 'AWS/SQS ApproximateNumberOfMessagesNotVisible':
        return attribute(url, 'ApproximateNumberOfMessagesNotVisible');
      case 'AWS/SQS ApproximateAgeOfOldestMessage':
        return ageSeconds(url);
      default:
        return undefined;
    }
  };
}

/** The alarms of the template that the service runs, with their values. */
export async function readAlarms(directory: string): Promise<Readonly<Record<string, AlarmReading>>> {
  const read = readerOf(directory);
  const template = JSON.parse(readFileSync(join(directory, 'cdk.out', 'Winnow.template.json'), 'utf8')) as {
    readonly Resources: Readonly<
      Record<string, { readonly Type: string; readonly Properties: AlarmProperties }>
    >;
  };
  const readings: Record<string, AlarmReading> = {};
  for (const { Type: type, Properties: alarm } of Object.values(template.Resources)) {
    if (type !== 'AWS::CloudWatch::Alarm') continue;
    const metrics =
      alarm.Metrics?.flatMap(({ MetricStat: stat }) => stat?.Metric ?? []) ?? ([alarm] as readonly Metric[]);
    const values = await Promise.all(metrics.map(read));
    const name = alarm.AlarmName.replace(/^Winnow-/, '');
    const value = values.includes(undefined)
      ? undefined
      : values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    readings[name] = { name, threshold: alarm.Threshold, value };
  }
  return readings;
}

/** Sends messages to a queue, as their senders do. */
export async function sendTo(directory: string, queue: string, bodies: readonly string[]): Promise<void> {
  const { client, urlOf } = queuesOf(directory);
  for (const MessageBody of bodies)
    await client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody }));
}
