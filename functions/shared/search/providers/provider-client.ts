import type * as z from 'zod';

import type { BodyLimits } from '#shared/web/fetch/body-reader.ts';
import type { FetchedPage, FetchPage, FetchRequest } from '#shared/web/fetch/fetch-page.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Pause, systemPause } from '#shared/kernel/pause.ts';
import { retryAfterSeconds } from '#shared/kernel/retry-after.ts';

/** A list of a hundred results has a quarter of a megabyte. */
const limits: BodyLimits = { wireBytes: 3_000_000, decodedBytes: 6_000_000 };

export const providerFailed = (reason: string, cause?: unknown): AppError =>
  new AppError('SEARCH_UNAVAILABLE', 'The search provider did not answer.', { cause: cause ?? reason });

/** The provider works and refuses this query; the message goes on after the provider's name. */
class RefusedQuery extends Error {}

export const queryRefused = (reason: string): AppError => providerFailed(reason, new RefusedQuery(reason));

/** Why the provider refuses this query, to be read after its name; `undefined` for any other failure. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof AppError && error.cause instanceof RefusedQuery ? error.cause.message : undefined;

const refusals: ReadonlySet<number> = new Set([400, 414, 422]);
/** Errors of the operator's key or plan, which Brave answers with the same statuses. */
const refusedPlan = /SUBSCRIPTION_TOKEN|OPTION_NOT_IN_PLAN/;

/** Longer than the slowest engines of SearXNG take. */
const answerMs = 10_000;
/** Plans of providers allow one request a second, and a search asks for several lists at once. */
const limitedWaitsMs = [1_000, 2_000];
const longestWaitMs = 3_000;

/** The wait that a 429 asks for, drawn at random so that the lists of a search differ; `undefined` when it is too long. */
function waitBefore(headers: FetchedPage['headers'], waitMs: number): number | undefined {
  const asked = 1_000 * (retryAfterSeconds(headers['retry-after'], systemClock.now()) ?? 0);
  return asked > longestWaitMs ? undefined : Math.max(asked, waitMs) * (1 + Math.random() / 2);
}

/** Reads one response of a provider as text: anything but a complete one with status 200 in UTF-8 is a failure. */
export type ReadAnswer = (
  url: URL,
  options: {
    readonly signal: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
    readonly profile?: FetchRequest['profile'];
  },
) => Promise<string>;

export const createReadAnswer =
  (fetchPage: FetchPage, pause: Pause = systemPause): ReadAnswer =>
  async (url, { signal, headers = {}, profile = 'default' }) => {
    const ask = () =>
      fetchPage(
        { url: url.href, headers, profile, limits },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) },
      );
    try {
      let answer = await ask();
      for (const waitMs of limitedWaitsMs) {
        const wait = answer.status === 429 ? waitBefore(answer.headers, waitMs) : undefined;
        if (wait === undefined) break;
        await pause(wait, signal);
        signal.throwIfAborted();
        answer = await ask();
      }
      const { status, body, truncated } = answer;
      if (refusals.has(status) && !refusedPlan.test(new TextDecoder().decode(body)))
        throw queryRefused(`refuses it with status ${status}`);
      if (status !== 200) throw providerFailed(`status ${status}`);
      if (truncated === true) throw providerFailed('the response was cut off');
      return new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch (error) {
      signal.throwIfAborted();
      throw refusalOf(error) !== undefined ? error : providerFailed('no answer', error);
    }
  };

/** A response in the documented shape of the provider. Throws SEARCH_UNAVAILABLE for any other. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw providerFailed('not JSON', cause);
  }
  const result = schema.safeParse(value);
  if (!result.success) throw providerFailed('not the documented shape', result.error);
  return result.data;
}
