import { createHash, randomBytes } from 'node:crypto';

/** An unguessable identifier of 128 random bits, URL-safe, prefixed with the kind of thing that it identifies. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`;

/** What every `newTimedId` of this moment begins with: those of later moments sort after it. */
export const timedIdStart = (prefix: string, nowMs: number): string =>
  `${prefix}_${Math.max(0, Math.floor(nowMs)).toString(16).padStart(12, '0')}`;

/** Sorted by the time at which it was made, with 48 random bits: unique, but not secret. */
export const newTimedId = (prefix: string, nowMs: number): string =>
  `${timedIdStart(prefix, nowMs)}${randomBytes(6).toString('base64url')}`;

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
