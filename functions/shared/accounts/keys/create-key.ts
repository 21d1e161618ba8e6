import { newId } from '#shared/kernel/ids.ts';
import { type ApiKey, keyHash, newApiKeyText, newWebhookSecret } from './api-key.ts';

interface NewKey {
  readonly planId: string;
  readonly name: string;
  readonly accountId?: string;
  readonly operations?: ApiKey['operations'];
  readonly createdAt: string;
}

/** Makes a key. `text` is the key itself, to be shown once and not stored. */
export function createKey({ planId, name, accountId, operations, createdAt }: NewKey): {
  text: string;
  key: ApiKey;
} {
  const text = newApiKeyText();
  const hash = keyHash(text);
  if (hash === undefined) throw new Error('A new key does not match the key format.');
  return {
    text,
    key: {
      keyId: newId('key'),
      keyHash: hash,
      accountId: accountId ?? newId('acct'),
      planId,
      name,
      preview: text.slice(0, 10),
      ...(operations === undefined ? {} : { operations }),
      webhookSecret: newWebhookSecret(),
      createdAt,
    },
  };
}
