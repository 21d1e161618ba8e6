import type * as z from 'zod';

import type { BodyLimits } from '#shared/web/fetch/body-reader.ts';
import type { FetchPage, FetchRequest } from '#shared/web/fetch/fetch-page.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** A list of a hundred results has a quarter of a megabyte. */
const limits: BodyLimits = { wireBytes: 3_000_000, decodedBytes: 6_000_000 };

export const providerFailed = (reason: string, cause?: unknown): AppError =>
  new AppError('SEARCH_UNAVAILABLE', 'The search provider did not answer.', { cause: cause ?? reason });

/** The provider works and refuses this query. */
class RefusedQuery extends Error {}

export const isRefusedQuery = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof RefusedQuery;

const refusals: ReadonlySet<number> = new Set([400, 414, 422]);

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
  (fetchPage: FetchPage): ReadAnswer =>
  async (url, { signal, headers = {}, profile = 'default' }) => {
    try {
      const { status, body, truncated } = await fetchPage(
        { url: url.href, headers, profile, limits },
        { signal },
      );
      if (refusals.has(status)) throw providerFailed('refused', new RefusedQuery(`status ${status}`));
      if (status !== 200) throw providerFailed(`status ${status}`);
      if (truncated === true) throw providerFailed('the response was cut off');
      return new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch (error) {
      signal.throwIfAborted();
      throw isRefusedQuery(error) ? error : providerFailed('no answer', error);
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
