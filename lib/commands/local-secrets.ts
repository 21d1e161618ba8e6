import { randomBytes } from 'node:crypto';

import { proxyUrls } from '#shared/contract/environment.ts';
import { accountId, region } from '../local/intrinsics.ts';
import { type PlainSecret, plainSecrets, readPlainSecrets } from '../settings.ts';

/** A process must know the random part to read the secret: only functions whose environment has the ARN do. */
const newArn = (name: string): string =>
  `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-${randomBytes(16).toString('hex')}-Winnow`;

/**
 * The secrets that the operator gave as texts, by ARNs made for this start. They reach the functions as on AWS, through
 * Secrets Manager: `environment`, which the command that synthesises the stack inherits, gets the ARNs for the texts.
 */
export function secretsOfThisMachine(
  environment: Record<string, string | undefined>,
): ReadonlyMap<string, string> {
  const given = readPlainSecrets(environment);
  if (given.PROXY_URLS !== undefined && !proxyUrls.safeParse(given.PROXY_URLS).success)
    throw new Error('PROXY_URLS cannot be used: it must be http or https URLs with commas between them.');
  const secrets = new Map<string, string>();
  for (const [name, text] of Object.entries(given) as [PlainSecret, string][]) {
    const arn = newArn(name);
    secrets.set(arn, text);
    environment[plainSecrets[name]] = arn;
    // An empty variable also hides the line of .env.
    environment[name] = '';
  }
  return secrets;
}
