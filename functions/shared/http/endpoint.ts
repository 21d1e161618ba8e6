import type * as z from 'zod';

import { failedCrawlData } from '#shared/contract/crawl.ts';
import type { Envelope } from '#shared/contract/envelope.ts';
import { failedExtractData } from '#shared/contract/extract.ts';
import type { Source } from '#shared/contract/fields.ts';
import { failedSearchData } from '#shared/contract/search.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { RateGroup, TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import {
  type Asked,
  nothingConsumed,
  type Consumption,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { type Access, authentication, permission } from './access.ts';
import { type Arrival, chain, type Endpoint } from './chain.ts';
import { compression } from './content-coding.ts';
import { type Delivered, delivery } from './delivery.ts';
import {
  allowedMethods,
  failureReplies,
  failures,
  type FailureShape,
  frame,
  type Telemetry,
} from './frame.ts';
import { type Claimed, type Idempotency, idempotency } from './idempotency.ts';
import { quota, replayRate, type Reserved } from './metering.ts';
import { acceptsLines } from './accept.ts';
import { jsonReply, lastLine, ndjsonReply } from './reply.ts';
import { type Prepare, requestBody } from './request-body.ts';
import { askedBy, requestRecord } from './request-record.ts';
import { growingAnswer, listAsLines, type SendEntries } from './streamed-answer.ts';
import { asText, failureOfText, type TextForm } from './text-form.ts';
import { requireTime, timeIsUp, timeLimit, untilDeadline } from './time-limit.ts';

export interface Metering {
  readonly usage: UsageLedger;
  readonly takeFromRate: TakeFromRate;
  readonly idempotency: Idempotency;
}

export interface EndpointDeps {
  readonly access: Access;
  readonly metering: Metering;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

export interface OperationInput<Prepared> {
  readonly prepared: Prepared;
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** For work that keeps its own record. */
  readonly asked: Asked;
  readonly earlierJob: Claimed['earlierJob'];
  readonly beginJob: Claimed['beginJob'];
  /** Present when the caller takes entries of the list before the answer is complete. */
  readonly sendEntries: SendEntries | undefined;
}

export interface OperationReply {
  readonly url: string;
  readonly source: Source;
  readonly data: unknown;
  /** Absent when the operation keeps its own count. */
  readonly consumed?: Consumption;
  readonly warnings?: readonly string[];
  readonly id?: string;
  /** Not of an answer that is sent in lines. */
  readonly delivered?: Delivered;
  /** Why the operation failed although it has data to return. */
  readonly failure?: { readonly code: ErrorCode; readonly error: string };
}

interface OperationDefinition<Schema extends z.ZodType, Prepared> {
  readonly operation: Operation;
  readonly request: Schema;
  readonly prepare: Prepare<z.output<Schema>, Prepared>;
  /** Milliseconds that the caller gives the whole request. */
  readonly timeoutMs: (prepared: Prepared) => number;
  /** Requests reserved before the work starts; absent when the work outlives its answer and keeps its own count. */
  readonly units?: (prepared: Prepared) => number | undefined;
  /** The list in `data` of which callers who accept NDJSON get a line each. */
  readonly lines?: string;
  /** Present when the operation also answers GET. */
  readonly text?: TextForm;
}

interface OperationFacts extends FailureShape {
  readonly rateGroup: RateGroup;
  readonly timeoutCode: ErrorCode;
  /** Search answers an exhausted allowance with 429, the others with 403. */
  readonly overQuotaStatus: 403 | 429;
}

const operationFacts: Readonly<Record<Operation, OperationFacts>> = {
  scrape: {
    rateGroup: 'requests',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedSource: 'local',
    namesUrl: true,
  },
  crawl: {
    rateGroup: 'crawls',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedData: failedCrawlData,
    failedSource: 'local',
    namesUrl: true,
  },
  batch: {
    rateGroup: 'crawls',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedData: failedCrawlData,
    failedSource: 'local',
    namesUrl: true,
  },
  map: {
    rateGroup: 'requests',
    timeoutCode: 'SCRAPE_TIMEOUT',
    overQuotaStatus: 403,
    failedSource: 'local',
    namesUrl: true,
  },
  search: {
    rateGroup: 'requests',
    timeoutCode: 'SEARCH_TIMEOUT',
    overQuotaStatus: 429,
    failedData: failedSearchData,
    failedSource: 'cloud',
    namesUrl: false,
  },
  extract: {
    rateGroup: 'requests',
    timeoutCode: 'EXTRACT_TIMEOUT',
    overQuotaStatus: 403,
    failedData: failedExtractData,
    failedSource: 'local',
    namesUrl: true,
  },
};

function envelopeOf(reply: OperationReply, known: Arrival, nowMs: number): Envelope {
  const warnings = [...known.warnings, ...(reply.warnings ?? [])];
  return {
    success: reply.failure === undefined,
    url: reply.url,
    data: reply.data,
    ...reply.failure,
    source: reply.source,
    processingTime: nowMs - known.startedAtMs,
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
    ...(reply.id === undefined ? {} : { id: reply.id }),
  };
}

interface StreamDeps {
  readonly facts: OperationFacts;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

/**
 * The last line of an answer whose status was sent before its end: counts the request as a complete answer does, or
 * says why it failed and refunds it.
 */
async function endOfStream(
  working: Promise<Envelope>,
  list: string,
  known: Arrival & Reserved & Claimed,
  { facts, telemetry, clock }: StreamDeps,
): Promise<string> {
  const ended = async (): Promise<string> => {
    const envelope = await working.catch(async (error: unknown) => {
      await known.closing.failed(error);
      throw error;
    });
    await known.closing.answered(200);
    await known.keepAnswer(jsonReply(200, envelope));
    return lastLine(envelope, list);
  };
  const line = await ended().catch(async (error: unknown) => {
    await known.release().catch(() => undefined);
    return `${failureReplies(facts, telemetry, clock)(known, error).body}\n`;
  });
  const { requestId } = known.request;
  const durationMs = clock.now() - known.startedAtMs;
  telemetry.logger.info('streamed', { requestId, durationMs, ...known.logFields });
  return line;
}

/** A billed operation as an HTTP endpoint: the steps of its chain surround `operate`, which does the work. */
export function endpoint<Schema extends z.ZodType, Prepared>(
  { operation, request, prepare, timeoutMs, units, lines, text }: OperationDefinition<Schema, Prepared>,
  { access, metering, telemetry, clock }: EndpointDeps,
  operate: (input: OperationInput<Prepared>) => Promise<OperationReply>,
): Endpoint {
  const facts = operationFacts[operation];
  const { rateGroup, timeoutCode, overQuotaStatus } = facts;
  return chain(clock)
    .use(compression)
    .use(frame(telemetry, clock))
    .use(failures(facts, telemetry, clock))
    .use(allowedMethods('POST', ...(text === undefined ? [] : ['GET'])))
    .use(authentication(access, clock))
    .use(requestRecord(operation, metering.usage, telemetry, clock))
    .use(permission(operation))
    .use(asText(text))
    .use(requestBody(operation, request, prepare))
    .use(listAsLines(lines))
    .use(replayRate(metering.takeFromRate, clock))
    .use(timeLimit(timeoutMs, clock))
    .use(delivery)
    .use(idempotency(operation, metering.idempotency, clock))
    .use(requireTime(timeoutCode))
    .use(quota({ operation, rateGroup, overQuotaStatus, timeoutCode, units }, metering.usage, clock))
    .use(failureOfText(text))
    .handler(async (known) => {
      const { prepared, caller, deadline, meter } = known;
      const growing =
        lines !== undefined && acceptsLines(known.request.headers['accept']) ? growingAnswer() : undefined;
      const input = {
        prepared,
        caller,
        deadline,
        asked: askedBy(known),
        earlierJob: known.earlierJob,
        beginJob: known.beginJob,
        sendEntries: growing?.send,
      };
      const work = async (): Promise<Envelope> => {
        const reply = await untilDeadline(deadline, timeoutCode, () => operate(input));
        // Nobody gets the answer. It costs nothing, and a repeated request goes on with the job that was begun.
        if (known.callerGone?.aborted === true) throw timeIsUp(timeoutCode, known.callerGone.reason);
        meter.consumed = reply.consumed ?? nothingConsumed;
        meter.failure = reply.failure?.code;
        known.delivery.delivered = reply.delivered;
        return envelopeOf(reply, known, clock.now());
      };
      const working = work();
      if (lines === undefined || growing === undefined || !(await growing.hasBegun(working)))
        return jsonReply(200, await working);
      meter.isStreamed = true;
      return ndjsonReply(growing.lines(endOfStream(working, lines, known, { facts, telemetry, clock })));
    });
}
