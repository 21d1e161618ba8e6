import { generateKeyPair, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

import { readStateFile, writeStateFile } from '../state-file.ts';

/** What a provider keeps from start to start. */
export interface KeptProvider {
  /** The port is part of the issuer, by which people are known: another one would make strangers of them. */
  readonly port: number;
  /** Signs ID tokens. */
  readonly signingKey: Readonly<Record<string, unknown>>;
  readonly cookieKey: string;
}

export function readKeptProvider(file: string): KeptProvider | undefined {
  if (!existsSync(file)) return undefined;
  const remedy = 'Delete it and start again: people then sign in as before, and get new accounts.';
  return readStateFile(file, remedy) as unknown as KeptProvider;
}

/** Makes the keys of a provider at its first start. */
export async function keepProvider(file: string, port: number): Promise<KeptProvider> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
  const kept = { port, signingKey, cookieKey: randomBytes(32).toString('base64url') };
  writeStateFile(file, kept);
  return kept;
}
