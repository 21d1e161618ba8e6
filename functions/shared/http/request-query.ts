import type * as z from 'zod';

import { requirementText } from '#shared/contract/requirement-text.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Checks a query string. The key that may ride in it belongs to the authentication. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  { api_key: _key, ...query }: Readonly<Record<string, string>>,
): z.output<Schema> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${requirementText(issue)}`);
  throw new AppError('INVALID_REQUEST', problems.join('; '));
}
