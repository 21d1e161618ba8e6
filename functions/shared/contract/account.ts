import * as z from 'zod';

import { listCursor } from './fields.ts';
import { webhookEvents } from './webhook.ts';
import { plan } from './plan.ts';
import { operations, usageByOperation } from './usage.ts';

/** What people who are signed in see and change of their account, under /account/api. */

const moment = z.string().meta({ format: 'date-time' });
const keyEnvironment = z.enum(['development', 'production']);

/** Rows of a page. */
const pageLimit = z.coerce.number().int().min(1).max(200).default(50);

export const accountData = z.object({
  accountId: z.string(),
  email: z.string().meta({ description: 'Address of the person who is signed in' }),
  createdAt: moment,
  suspendedAt: moment.optional(),
  plan,
  plans: z
    .array(plan)
    .meta({ description: 'All plans of the service; the operator sets that of an account' }),
});

export const accountKey = z.object({
  id: z.string(),
  name: z.string(),
  preview: z.string().meta({ description: 'First characters of the key' }),
  environment: keyEnvironment,
  state: z.enum(['active', 'expired', 'revoked']),
  operations: z.array(z.enum(operations)).optional().meta({ description: 'Absent = all of the plan' }),
  monthlyBudget: z.int().optional().meta({ description: 'Requests a month; absent = the allowance' }),
  usedThisMonth: z.int(),
  createdAt: moment,
  validUntil: moment.optional(),
  lastUsedOn: z.string().optional().meta({ description: 'UTC day' }),
  rotatedTo: z.string().optional().meta({ description: 'Id of the key that replaces this one' }),
});

export const accountKeysData = z.object({ keys: z.array(accountKey) });

export const newKeyRequest = z.strictObject({
  name: z.string(),
  environment: keyEnvironment.default('production'),
  operations: z.array(z.enum(operations)).optional(),
  monthlyBudget: z.int().optional(),
  validUntil: z.iso.datetime().optional(),
});

/** The only answer that has the key and the secret of its webhooks. */
export const newKeyData = z.object({
  key: accountKey,
  secret: z.string().meta({ description: 'The API key; it is not shown again' }),
  webhookSecret: z
    .string()
    .optional()
    .meta({ description: 'Signs the webhooks of its crawls; it is not shown again' }),
});

export const renamedKeyRequest = z.strictObject({ name: z.string() });
export const keyData = z.object({ key: accountKey });
export const keyRotationRequest = z.strictObject({
  graceHours: z
    .number()
    .min(0)
    .max(24)
    .default(24)
    .meta({ description: 'Hours for which the old key stays valid' }),
});
export const webhookSecretData = z.object({
  webhookSecret: z
    .string()
    .meta({ description: 'Signs the webhooks of crawls that start from now on; it is not shown again' }),
});
/** A key of this session, for the playground and the view of crawls. It ends with the session. */
export const sessionKeyData = z.object({ secret: z.string(), validUntil: moment });

export const accountUsageData = z.object({
  month: z.string(),
  allowance: z.int().nullable(),
  used: z.int(),
  reserved: z.int(),
  remaining: z.int().nullable(),
  inFlight: z.int(),
  requestsAtOnce: z.int(),
  operations: usageByOperation,
  days: z.array(
    z.object({
      day: z.string(),
      keyId: z
        .string()
        .optional()
        .meta({ description: 'Key under which use is counted; absent for older use' }),
      operation: z.enum(operations),
      requests: z.int(),
      pages: z.int(),
      ai: z.int(),
    }),
  ),
  keyNames: z.record(z.string(), z.string()).meta({ description: 'Names of the keys of `days`, by id' }),
});

export const recentRequestsQuery = z.strictObject({
  limit: pageLimit,
  cursor: listCursor(/^run_[0-9a-f]{12}[\w-]{8}$/).optional(),
});
export const recentRequestsData = z.object({
  requests: z.array(
    z.object({
      id: z.string(),
      requestId: z
        .string()
        .meta({ description: 'Sent with the answer as X-Request-Id; callers may choose it' }),
      at: moment,
      operation: z.enum(operations),
      keyId: z.string().optional(),
      host: z.string().optional().meta({ description: 'Host of the requested URL, never its path or query' }),
      status: z.int().optional().meta({ description: 'HTTP status; absent while the request runs' }),
      code: z.string().optional().meta({ description: 'Error code' }),
      requests: z.int().optional().meta({ description: 'Billed requests' }),
      ms: z.int().optional(),
    }),
  ),
  cursor: z.string().optional(),
});

export const deliveriesQuery = z.strictObject({
  limit: pageLimit,
  cursor: z.string().max(1_000).optional(),
});
export const deliveriesData = z.object({
  deliveries: z.array(
    z.object({
      crawlId: z.string(),
      sequence: z.int(),
      event: z.enum(webhookEvents).optional(),
      url: z.string().meta({ description: 'Origin of the receiver' }),
      state: z.enum(['pending', 'delivered', 'failed', 'stopped']),
      attempts: z.int(),
      lastStatus: z.int().optional(),
      lastAttemptAt: moment.optional(),
      nextAttemptAt: moment.optional(),
    }),
  ),
  cursor: z.string().optional(),
});

export const accountDeletionRequest = z.strictObject({
  email: z.string().meta({ description: 'The address of the account, as a confirmation' }),
});
export const accountDeletionData = z.object({
  deletedBy: moment.meta({ description: 'When the last row is deleted at the latest' }),
});
export const nothing = z.object({});
