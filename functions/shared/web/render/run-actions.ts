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
/** By this time, a click that leads to another page has begun to load it. */
const startMs = 100;
const lookMs = 50;
/** Time without a change after it: pages wait for the end of an animation, or of typing, before they ask for more. */
const actedQuietMs = 500;
/** The shortest such time, used where many actions share the time of the request. */
const hurriedQuietMs = 150;
/** The longest wait for a page that keeps changing, for a request or another page that the action began, and for all. */
const changeMs = 2_000;
const answerMs = 10_000;
const restMs = 12_000;
/** An action that was carried out is not to fail for the wait after it. */
const reserveMs = 500;

/** Actions after which the page may change or be another one. */
const changing: ReadonlySet<Action['type']> = new Set([
  'click',
  'write',
  'press',
  'scroll',
  'executeJavascript',
]);

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

/** Says which files the page led to since it had led to `known` ones. */
function fileWarnings({ files }: NetworkWatch, known: number): readonly string[] {
  const file = files.since(known);
  return file === undefined ? [] : [`the page led to a file, which was not read: ${file}`];
}

const unansweredWarning = 'the page still waited for an answer when the time for it was over.';

/** An action that was carried out just now. */
interface Done {
  /** The number of documents that the page had shown before, and of requests that were open. */
  readonly documents: number;
  readonly openBefore: number;
  /** When the action has to be over. */
  readonly overMs: number;
  readonly actionsLeft: number;
}

/**
 * Waits until what the action began is over: requests, another document, changes of the page. Returns a warning if a
 * request is still open.
 */
async function comeToRest(
  { world, network, endMs }: ActionsOptions,
  { documents, openBefore, overMs, actionsLeft }: Done,
): Promise<string | undefined> {
  const actedMs = performance.now();
  const leftMs = (limitMs: number) =>
    Math.max(0, Math.min(actedMs + limitMs, endMs, overMs) - performance.now());
  const sharedMs = (endMs - actedMs) / 2;
  // Requests that never end leave time for the actions that follow.
  const requestsMs = Math.min(answerMs, sharedMs);
  const ownMs = sharedMs / (actionsLeft + 1);
  const quietMs = Math.max(hurriedQuietMs, Math.min(actedQuietMs, ownMs - startMs));
  const unansweredBefore = network.loading(false).unanswered;
  let wasOpen = false;
  await setTimeout(leftMs(startMs));
  for (;;) {
    while (network.isNavigating() && leftMs(answerMs) > 0) await setTimeout(lookMs);
    const shown = network.documents();
    const isSameDocument = shown === documents;
    const { lacksAnswers } = await settle({
      world,
      network,
      waitForMs: 0,
      stoodStill: isSameDocument,
      ...(isSameDocument ? { quietMs } : {}),
      budgetMs: Math.min(
        isSameDocument ? Math.min(changeMs, Math.max(quietMs, ownMs)) : answerMs,
        leftMs(restMs),
      ),
    });
    const { open, unanswered } = network.loading(false);
    // What was open before the action is not its own.
    const isOpen = open > (isSameDocument ? openBefore : 0);
    const isOver = !isOpen && network.documents() === shown;
    if (isOver || leftMs(network.isNavigating() ? answerMs : requestsMs) === 0)
      return isOpen || lacksAnswers || (wasOpen && unanswered > unansweredBefore)
        ? unansweredWarning
        : undefined;
    wasOpen ||= isOpen;
  }
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
async function inTime<Value>(work: Promise<Value>, limitMs: number, leftMs: number): Promise<Value> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(limitMs, leftMs))));
  try {
    return await within(work, signal);
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
  const run = async (
    action: Action,
    { limitMs, actionsLeft }: { readonly limitMs: number; readonly actionsLeft: number },
  ): Promise<readonly string[]> => {
    const [documents, openBefore] = [network.documents(), network.loading(false).open];
    const knownFiles = network.files.count();
    const overMs = performance.now() + limitMs - reserveMs;
    await perform(stage, action);
    const warning = changing.has(action.type)
      ? await comeToRest(options, { documents, openBefore, overMs, actionsLeft })
      : undefined;
    if (network.hasFailed()) throw navigationFailure();
    return [
      ...record.takeWarnings(),
      ...(warning === undefined ? [] : [warning]),
      ...fileWarnings(network, knownFiles),
    ];
  };
  for (const [index, action] of actions.entries()) {
    const name = `actions[${index}] (${action.type})`;
    const waitMs = action.type === 'wait' ? (action.milliseconds ?? 0) : 0;
    try {
      const limitMs = actionMs + waitMs;
      const work = run(action, { limitMs, actionsLeft: actions.length - index - 1 });
      const sentences = await inTime(work, limitMs, endMs - performance.now());
      warnings.push(...sentences.map((sentence) => `${name}: ${sentence}`));
    } catch (error) {
      throw namedFailure(error, name);
    }
  }
  return { results: record.results(), warnings };
}
