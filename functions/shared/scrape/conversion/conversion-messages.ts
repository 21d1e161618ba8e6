import type { Conversion } from '#shared/content/convert-page.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

/** What the conversion thread answers to a task: errors lose their class between threads. */
export type ConversionAnswer =
  | { readonly kind: 'converted'; readonly conversion: Conversion }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string; readonly cause: string }
  | { readonly kind: 'bug'; readonly stack: string };

export const tooLargeToConvert = (cause: unknown): AppError =>
  new AppError('TOO_LARGE', 'The page is too large or too deeply nested to convert.', { cause });

/** The answer that an error becomes. V8 reports exhausted stacks, strings and buffers as RangeError. */
export function failedAnswer(thrown: unknown): ConversionAnswer {
  const error = thrown instanceof RangeError ? tooLargeToConvert(thrown) : thrown;
  if (error instanceof AppError)
    return { kind: 'refused', code: error.code, message: error.message, cause: String(error.cause) };
  return { kind: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The conversion of an answer. Throws the error that a failed one stands for. */
export function conversionOf(answer: ConversionAnswer): Conversion {
  if (answer.kind === 'converted') return answer.conversion;
  if (answer.kind === 'refused') throw new AppError(answer.code, answer.message, { cause: answer.cause });
  throw new Error('The conversion of a page failed.', { cause: answer.stack });
}
