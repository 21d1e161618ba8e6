import type * as z from 'zod';

import { problemText } from '#shared/contract/parse-request.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Checks a query string. The key that may ride in it belongs to the authentication. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  { api_key: _key, ...query }: Readonly<Record<string, string>>,
): z.output<Schema> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  throw new AppError('INVALID_REQUEST', problemText(result.error));
}
