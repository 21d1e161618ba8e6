import { createHash, randomBytes } from 'node:crypto';

/** An unguessable identifier of 128 random bits, URL-safe, prefixed with the kind of thing that it identifies. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`;

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
