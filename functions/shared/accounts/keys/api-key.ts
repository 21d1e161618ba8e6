import { randomBytes } from 'node:crypto';

import type { Operation } from '#shared/contract/usage.ts';
import { sha256 } from '#shared/kernel/ids.ts';

/** A label for the key's owner: both kinds may do the same. */
export const keyEnvironments = ['development', 'production'] as const;
export type KeyEnvironment = (typeof keyEnvironments)[number];

/** The stored record of a key. The key itself is shown once and never stored. */
export interface ApiKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
  /** The account's plan, repeated on each of its keys so that a request reads one row. */
  readonly planId: string;
  /** When the account was suspended, and when its deletion was asked for, repeated like its plan. */
  readonly suspendedAt?: string;
  readonly deletionAskedAt?: string;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** First characters of the key, so that its owner can tell it from others. */
  readonly preview: string;
  /** Absent = every operation of the plan. */
  readonly operations?: readonly Operation[];
  /** Requests a month of this key, below the account's allowance; absent = as many as the account has. */
  readonly monthlyBudget?: number;
  /** The id under which use is counted: that of the first key in a chain of rotations, so that none begins the month anew. */
  readonly countedAs: string;
  /** Signs this key's webhooks (Standard Webhooks: `whsec_` + base64). */
  readonly webhookSecret: string;
  readonly createdAt: string;
  /** From this moment the key is as good as revoked: its expiry, or the end of the grace after a rotation. */
  readonly validUntil?: string;
  /** The last UTC day with a request. */
  readonly lastUsedOn?: string;
  /** The key that this one replaces, and the one that replaces it. */
  readonly rotatedFrom?: string;
  readonly rotatedTo?: string;
  readonly revokedAt?: string;
}

type LaterField = 'environment' | 'countedAs';
/** A key as any version of the service has stored it. */
export type StoredKey = Omit<ApiKey, LaterField> & Partial<Pick<ApiKey, LaterField>>;

export const fromStoredKey = (stored: StoredKey): ApiKey => ({
  environment: 'production',
  countedAs: stored.keyId,
  ...stored,
});

const keyPattern = /^wnk_[A-Za-z0-9_-]{43}$/;

export const newApiKeyText = (): string => `wnk_${randomBytes(32).toString('base64url')}`;

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The hash under which a key is stored; `undefined`, without a read, for texts that are not in our key format. */
export const keyHash = (text: string): string | undefined =>
  keyPattern.test(text) ? sha256(text) : undefined;

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revokedAt, validUntil }: ApiKey, nowMs: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return validUntil !== undefined && Date.parse(validUntil) <= nowMs ? 'expired' : 'active';
}
