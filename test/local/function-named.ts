import type { LocalFunction } from '../../lib/local/local-stack.ts';

/** A function as the runner reads it from a template. */
export const functionNamed = (name: string, changes: Partial<LocalFunction> = {}): LocalFunction => ({
  name,
  arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  handler: 'index.handler',
  directory: '',
  environment: {},
  memoryMb: 256,
  temporaryMb: 512,
  timeoutSeconds: 60,
  maxRetries: 0,
  deadLetterArn: undefined,
  reservedConcurrency: undefined,
  ...changes,
});
