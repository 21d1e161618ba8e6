import type { CDPSession, Protocol } from 'puppeteer-core';

import { AppError, isAppError } from '#shared/kernel/errors.ts';
import { isNestedDeeper } from '#shared/kernel/json.ts';
import { isConnectionLoss } from './browser-process.ts';
import { isGone } from './isolated-world.ts';

/** A script that keeps the page busy is ended by V8 after this time. */
const scriptMs = 5_000;
const maxValueCharacters = 1_000_000;
const maxMessageCharacters = 300;
const maxDepth = 100;

export interface ScriptResult {
  /** `typeof` of the value, `null` or `array`. */
  readonly type: string;
  readonly value: unknown;
  /** Whether `value` is the value: not for what JSON cannot hold, or no answer should. */
  readonly isComplete: boolean;
}

const noValue: ScriptResult = { type: 'undefined', value: null, isComplete: true };

/**
 * Evaluates to the value of the script's last expression. A script that is no valid program, because of a `return` or an
 * `await`, is run as the body of a function, which returns a single expression; a `throw` before the script compiles it
 * without running it. The value is put into an object that stays in the page: DevTools would send strings of any length.
 */
const boxed = (script: string): string => `(async () => {
  const text = ${JSON.stringify(script)};
  let isProgram = false;
  try {
    (0, eval)('throw 0;' + text);
  } catch (error) {
    isProgram = error === 0;
  }
  const asFunction = () => {
    const { constructor } = async () => {};
    try {
      return constructor('return (' + text.trimEnd().replace(/;$/, '') + '\\n)');
    } catch {
      return constructor(text);
    }
  };
  try {
    const value = await (isProgram ? (0, eval)(text) : asFunction()());
    return { failed: false, value };
  } catch (error) {
    return { failed: true, value: error };
  }
})()`;

interface Opened {
  readonly kind: string;
  readonly failed: boolean;
  /** JSON, or the message of an error. Absent for what cannot be written. */
  readonly text?: string;
}

/** Runs in the page, which may have replaced everything it calls: only `typeof` and the length of a string are relied upon. */
const open = String.raw`function (maxValue, maxMessage) {
  const { failed, value } = this;
  const bounded = (text, max) => (typeof text === 'string' && text.length <= max ? { text } : {});
  if (failed) {
    let message = '';
    try { message = String(value).slice(0, maxMessage); } catch {}
    return { kind: 'error', failed: true, ...bounded(message, maxMessage) };
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  try {
    const isNothing = kind === 'undefined' || kind === 'function' || kind === 'symbol';
    return { kind, failed: false, ...bounded(isNothing ? 'null' : JSON.stringify(value), maxValue) };
  } catch {
    return { kind, failed: false };
  }
}`;

async function readBox(cdp: CDPSession, { objectId }: Protocol.Runtime.RemoteObject): Promise<Opened> {
  if (objectId === undefined) throw new AppError('ACTION_FAILED', 'the page answers in place of the script.');
  const { result, exceptionDetails } = await cdp.send('Runtime.callFunctionOn', {
    functionDeclaration: open,
    objectId,
    arguments: [{ value: maxValueCharacters }, { value: maxMessageCharacters }],
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new AppError('ACTION_FAILED', 'the value of the script cannot be read.');
  return result.value as Opened;
}

function parsed(text: string | undefined): Pick<ScriptResult, 'value' | 'isComplete'> {
  if (text === undefined) return { value: null, isComplete: false };
  try {
    const value: unknown = JSON.parse(text);
    return isNestedDeeper(value, maxDepth) ? { value: null, isComplete: false } : { value, isComplete: true };
  } catch {
    return { value: null, isComplete: false };
  }
}

const wasEnded = (): AppError =>
  new AppError(
    'ACTION_FAILED',
    `the script kept the page busy, and was ended after ${scriptMs / 1_000} seconds.`,
  );

/**
 * Runs a script of the caller in the page's own world, as if the page had it, and returns its value. Rejects with
 * ACTION_FAILED when it throws or does not end.
 */
export async function runScript(cdp: CDPSession, script: string): Promise<ScriptResult> {
  const startedMs = performance.now();
  try {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: boxed(script),
      awaitPromise: true,
      userGesture: true,
      timeout: scriptMs,
    });
    if (exceptionDetails !== undefined) throw wasEnded();
    const { kind, failed, text } = await readBox(cdp, result);
    if (failed) throw new AppError('ACTION_FAILED', `the script threw: ${text ?? 'an error'}`);
    return { type: kind, ...parsed(text) };
  } catch (error) {
    // The script has led the page to another document, which has no value of it.
    if (isGone(error)) return noValue;
    // V8 ended it, which DevTools reports as an internal error.
    const isEnded =
      !isAppError(error) && !isConnectionLoss(error) && performance.now() - startedMs >= scriptMs;
    throw isEnded ? wasEnded() : error;
  }
}
