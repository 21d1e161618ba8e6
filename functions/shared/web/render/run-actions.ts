import { setTimeout } from 'node:timers/promises';

import type { Action, ActionResults } from '#shared/contract/actions.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import { createActionRecord } from './action-record.ts';
import { perform, type Stage } from './action-steps.ts';
import { isConnectionLoss } from './browser-process.ts';
import type { NetworkWatch } from './network-watch.ts';
import { settle } from './settle.ts';

/** One action may take this long, beside what it waits for on purpose. */
const actionMs = 15_000;
/** A click that leads to another page has begun to after this time. */
const startMs = 100;
const lookMs = 50;
/** The longest wait for what an action changes on its page, and for another page that it leads to. */
const changeMs = 2_000;
const nextPageMs = 10_000;

/** Actions after which the page may change or be another one. */
const changing: ReadonlySet<Action['type']> = new Set(['click', 'press', 'scroll', 'executeJavascript']);

export interface ActionsOptions extends Omit<Stage, 'record'> {
  readonly network: NetworkWatch;
  /** Actions must have ended by then, on the scale of `performance.now()`. */
  readonly endMs: number;
  /** Why the page that an action led to could not be loaded. */
  readonly navigationFailure: () => AppError;
}

export interface ActionsOutcome {
  readonly results: ActionResults;
  readonly warnings: readonly string[];
}

/** Waits until what the action began is over: requests, another document, changes of the page. */
async function comeToRest({ world, network, endMs }: ActionsOptions, documents: number): Promise<void> {
  const leftMs = () => Math.max(0, endMs - performance.now());
  await setTimeout(Math.min(startMs, leftMs()));
  const patienceEndMs = performance.now() + Math.min(nextPageMs, leftMs());
  while (network.isNavigating() && performance.now() < patienceEndMs) await setTimeout(lookMs);
  const isSameDocument = network.documents() === documents;
  await settle({
    world,
    network,
    waitForMs: 0,
    stoodStill: isSameDocument,
    budgetMs: Math.min(isSameDocument ? changeMs : nextPageMs, leftMs()),
  });
}

/** Some actions may have been carried out: the page must not be opened again for them. */
export class ActionFailure extends AppError {}

function namedFailure(error: unknown, name: string): ActionFailure {
  if (isAppError(error)) {
    // Blocked pages are opened again in another way, which actions forbid.
    const code = error.code === 'BLOCKED' ? 'ACTION_FAILED' : error.code;
    return new ActionFailure(code, `${name}: ${error.message}`, { cause: error.cause });
  }
  if (isConnectionLoss(error))
    return new ActionFailure('PAGE_CRASHED', `${name}: the page crashed the browser.`, { cause: error });
  return new ActionFailure('ACTION_FAILED', `${name}: the browser could not do it.`, { cause: error });
}

/** Runs one action within its time; the page is left to the caller, who ends it. */
async function inTime(work: Promise<void>, limitMs: number, leftMs: number): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(limitMs, leftMs))));
  try {
    await within(work, signal);
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    throw leftMs < limitMs
      ? new AppError('SCRAPE_TIMEOUT', 'the timeout of the request ended it.')
      : new AppError('ACTION_FAILED', `it did not end within ${Math.round(limitMs / 1_000)} seconds.`);
  }
}

/** Carries out the actions one after the other. Rejects with an AppError that names the one that failed. */
export async function runActions(
  actions: readonly Action[],
  options: ActionsOptions,
): Promise<ActionsOutcome> {
  const { network, endMs, navigationFailure } = options;
  const record = createActionRecord();
  const stage: Stage = { ...options, record };
  const warnings: string[] = [];
  const run = async (action: Action): Promise<void> => {
    const documents = network.documents();
    await perform(stage, action);
    if (changing.has(action.type)) await comeToRest(options, documents);
    if (network.hasFailed()) throw navigationFailure();
  };
  for (const [index, action] of actions.entries()) {
    const name = `actions[${index}] (${action.type})`;
    const waitMs = action.type === 'wait' ? (action.milliseconds ?? 0) : 0;
    try {
      await inTime(run(action), actionMs + waitMs, endMs - performance.now());
    } catch (error) {
      throw namedFailure(error, name);
    }
    warnings.push(...record.takeWarnings().map((warning) => `${name}: ${warning}`));
  }
  return { results: record.results(), warnings };
}
