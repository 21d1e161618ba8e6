import { Logger as PowertoolsLogger } from '@aws-lambda-powertools/logger';

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log lines. Values under secret-looking names, and API keys inside strings, are redacted. */
export interface Logger {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, error: unknown, fields?: LogFields) => void;
}

const secretName =
  /^(x-api-key|api_?key|apikey|authorization|proxy-authorization|cookie|set-cookie|.*secret.*|.*password.*|.*token)$/i;
const secretInText = /(\bapi_key=|\bBearer\s+|\bwnk_)[^\s"'&#]+/gi;

/** A replacer for `JSON.stringify` that redacts secrets. */
const redact = (name: string, value: unknown): unknown => {
  if (secretName.test(name)) return '[redacted]';
  return typeof value === 'string' ? value.replace(secretInText, '$1[redacted]') : value;
};

export function createLogger(serviceName: string): Logger {
  const logger = new PowertoolsLogger({ serviceName, jsonReplacerFn: redact });
  return {
    info: (message, fields) => logger.info(message, { ...fields }),
    warn: (message, fields) => logger.warn(message, { ...fields }),
    error: (message, error, fields) =>
      logger.error(message, { ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
  };
}
