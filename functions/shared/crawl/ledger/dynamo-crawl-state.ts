import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

import type { CrawlCoverage } from '#shared/contract/crawl.ts';
import { updateRow } from '#shared/kernel/aws.ts';
import type { CrawlStore } from './crawl-store.ts';
import { type CrawlTableAccess, metaKey, touchedPosition } from './dynamo-crawl-rows.ts';

const text = (value: string): AttributeValue => ({ S: value });
const number = (value: number): AttributeValue => ({ N: String(value) });

/** What `CrawlStore.end` promises. */
export function endCrawl(
  { client, tableName }: CrawlTableAccess,
  id: string,
  { nowMs, status, code, error, warning }: Parameters<CrawlStore['end']>[1],
): Promise<boolean> {
  const mustBeIdle = status === 'completed';
  return updateRow(client, {
    TableName: tableName,
    Key: metaKey(id),
    UpdateExpression: [
      'SET #status = :status, endedAtMs = :now, touchedAtMs = :now, #position = :position',
      code === undefined ? '' : ', #code = :code',
      error === undefined ? '' : ', #error = :error',
      warning === undefined ? '' : ', warnings = list_append(warnings, :warnings)',
    ].join(''),
    ConditionExpression: mustBeIdle ? '#status = :running AND #open = :zero' : '#status = :running',
    ExpressionAttributeNames: {
      '#status': 'status',
      '#position': 'position',
      ...(mustBeIdle ? { '#open': 'open' } : {}),
      ...(code === undefined ? {} : { '#code': 'code' }),
      ...(error === undefined ? {} : { '#error': 'error' }),
    },
    ExpressionAttributeValues: {
      ':status': text(status),
      ':running': text('running'),
      ':now': number(nowMs),
      ':position': text(touchedPosition(nowMs)),
      ...(mustBeIdle ? { ':zero': number(0) } : {}),
      ...(code === undefined ? {} : { ':code': text(code) }),
      ...(error === undefined ? {} : { ':error': text(error) }),
      ...(warning === undefined ? {} : { ':warnings': { L: [text(warning)] } }),
    },
  });
}

/** What `CrawlStore.keepCoverage` promises. */
export async function keepCoverage(
  { client, tableName }: CrawlTableAccess,
  id: string,
  coverage: CrawlCoverage,
): Promise<void> {
  await updateRow(client, {
    TableName: tableName,
    Key: metaKey(id),
    UpdateExpression: 'SET coverage = :coverage',
    ConditionExpression: '#status <> :running AND attribute_exists(pk)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':coverage': { M: marshall(coverage) }, ':running': text('running') },
  });
}
