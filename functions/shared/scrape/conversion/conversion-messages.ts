import type { Source } from '#shared/contract/fields.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { PageElsewhere } from '#shared/content/page-content.ts';
import type { Conversion, ConversionTask } from './convert-page.ts';

/** The result of a task as the conversion thread sends it: errors lose their class between threads. */
export type ConversionResult =
  | { readonly kind: 'converted'; readonly conversion: Conversion }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly source: Source | undefined;
      readonly cause: string;
    }
  | { readonly kind: 'bug'; readonly stack: string };

/** Processor time that the thread has used since it started, in milliseconds. */
interface ThreadTime {
  readonly processorMs: number;
}

/** A task, and which messages its caller needs: each message costs time in both threads. */
export interface TaskMessage {
  readonly kind: 'task';
  readonly task: ConversionTask;
  /** Whether somebody answers `asks`. */
  readonly mayAsk: boolean;
  /** Whether somebody waits for `accepted`. */
  readonly tellsAccepted: boolean;
}

/** What the thread is sent: a task, and the answer to `asks` of the running task. */
export type ThreadMessage = TaskMessage | { readonly kind: 'answer'; readonly isKnown: boolean };

/**
 * What the thread sends. `begun` is the first message of a task; `accepted` comes as soon as the page has been judged;
 * `asks` waits for an answer.
 */
export type ConversionMessage =
  | ({ readonly kind: 'begun' } & ThreadTime)
  | { readonly kind: 'accepted' }
  | { readonly kind: 'asks'; readonly page: PageElsewhere }
  | (ConversionResult & ThreadTime);

export const processorMsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

export const tooLargeToConvert = (cause: unknown): AppError =>
  new AppError('TOO_LARGE', 'The page is too large or too deeply nested to convert.', { cause });

/** The result of a task that failed. V8 reports exhausted stacks, strings and buffers as RangeError. */
export function failedResult(thrown: unknown): ConversionResult {
  const error = thrown instanceof RangeError ? tooLargeToConvert(thrown) : thrown;
  if (error instanceof AppError) {
    const { code, message, source } = error;
    return { kind: 'refused', code, message, source, cause: String(error.cause) };
  }
  return { kind: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The conversion in a result. Throws the error of a failed one. */
export function conversionOf(result: ConversionResult): Conversion {
  if (result.kind === 'converted') return result.conversion;
  if (result.kind === 'bug') throw new Error('The conversion of a page failed.', { cause: result.stack });
  const { code, message, source, cause } = result;
  throw new AppError(code, message, { cause, ...(source === undefined ? {} : { source }) });
}
