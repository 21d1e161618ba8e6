import * as z from 'zod';

import { errorStatuses } from '#shared/kernel/errors.ts';
import { sourceOfResult } from './fields.ts';

const errorCodes = Object.keys(errorStatuses) as [keyof typeof errorStatuses];

/** The frame of every reply. Clients may ignore `code`, `warning` and `id`. */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({
    success: z.boolean(),
    url: z.string(),
    data: data.optional(),
    source: sourceOfResult,
    processingTime: z.number().meta({ description: 'Milliseconds' }),
    error: z.string().optional().meta({ description: 'What happened, as a sentence; on failure only' }),
    code: z.enum(errorCodes).optional().meta({ description: 'Stable name of the failure' }),
    warning: z.string().optional(),
    id: z
      .string()
      .optional()
      .meta({ description: 'Identifier of the crawl or batch, also of one that has failed' }),
  });

export interface Envelope<Data = unknown> {
  readonly success: boolean;
  readonly url: string;
  readonly data?: Data;
  readonly source: 'local' | 'cloud';
  readonly processingTime: number;
  readonly error?: string;
  readonly code?: keyof typeof errorStatuses;
  readonly warning?: string;
  readonly id?: string;
}

/** Body of a 401; API Gateway responds with the same body. */
export const authenticationFailure = z.object({
  error: z.string(),
  message: z.string(),
  statusCode: z.literal(401),
});

export const unauthorizedBody = {
  error: 'Unauthorized',
  message:
    'The API key is missing or not valid. Send it as X-API-Key, as Authorization: Bearer, or as api_key.',
  statusCode: 401,
} as const satisfies z.infer<typeof authenticationFailure>;
