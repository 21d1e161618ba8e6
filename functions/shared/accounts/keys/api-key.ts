import { randomBytes } from 'node:crypto';

import type { Operation } from '#shared/contract/usage.ts';
import { sha256 } from '#shared/kernel/ids.ts';

/** The stored record of a key. The key itself is shown once and never stored. */
export interface ApiKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
  /** The account's plan, repeated on each of its keys so that a request reads one row. */
  readonly planId: string;
  readonly name: string;
  /** First characters of the key, so that its owner can tell it from others. */
  readonly preview: string;
  /** Absent = every operation of the plan. */
  readonly operations?: readonly Operation[];
  /** Signs this key's webhooks (Standard Webhooks: `whsec_` + base64). */
  readonly webhookSecret: string;
  readonly createdAt: string;
  readonly revokedAt?: string;
}

const keyPattern = /^wnk_[A-Za-z0-9_-]{43}$/;

export const newApiKeyText = (): string => `wnk_${randomBytes(32).toString('base64url')}`;

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The hash under which a key is stored; `undefined`, without a read, for texts that are not in our key format. */
export const keyHash = (text: string): string | undefined =>
  keyPattern.test(text) ? sha256(text) : undefined;
