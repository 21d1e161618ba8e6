import { randomBytes } from 'node:crypto';

import type { Operation } from '#shared/contract/usage.ts';
import { sha256 } from '#shared/kernel/ids.ts';

/** What is stored of a key. The key itself is shown once and never kept. */
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

/** The stored name of a key; `undefined` when the text cannot be one of ours, which costs no read. */
export const keyHash = (text: string): string | undefined =>
  keyPattern.test(text) ? sha256(text) : undefined;
