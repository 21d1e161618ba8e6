import type * as z from 'zod';

/** Memory of this function in MB, from Lambda's environment; outside of Lambda that of `scrape`. */
export const functionMemoryMb = (): number => Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 1_024);

/**
 * Reads a function's configuration once, at cold start. The schema is the one the stack types the
 * function's environment with, so a variable missing here is missing in the template too.
 */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const result = schema.safeParse(process.env);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The function's environment is invalid. ${problems.join('; ')}`);
}
