import { newId } from '#shared/kernel/ids.ts';
import { withoutUndefined } from '#shared/kernel/json.ts';
import { type ApiKey, keyHash, newApiKeyText, newWebhookSecret } from './api-key.ts';

type GivenFields =
  | 'operations'
  | 'monthlyBudget'
  | 'validUntil'
  | 'suspendedAt'
  | 'rotatedFrom'
  | 'countedAs'
  | 'webhookSecret'
  | 'environment'
  | 'accountId';

export type NewKey = Pick<ApiKey, 'planId' | 'name' | 'createdAt'> & {
  readonly [Field in GivenFields]?: ApiKey[Field] | undefined;
};

export interface MadeKey {
  /** The key itself, to be shown once and not stored. */
  readonly text: string;
  readonly key: ApiKey;
}

/** `text` is given for a key that is derived from another secret. */
export function createKey(given: NewKey, text = newApiKeyText()): MadeKey {
  const hash = keyHash(text);
  if (hash === undefined) throw new Error('A new key does not match the key format.');
  const keyId = newId('key');
  const made = {
    accountId: newId('acct'),
    environment: 'production',
    countedAs: keyId,
    webhookSecret: newWebhookSecret(),
    ...withoutUndefined(given),
    keyId,
    keyHash: hash,
    preview: text.slice(0, 10),
  };
  return { text, key: made as ApiKey };
}
