import type { Texts } from './texts/texts.ts';

/** Under which the API counts the key of a session. */
const pageKeyId = 'page';

/** The name of a key for people; its id when it has none. Ids come from outside: `constructor` is no name of a key. */
export function keyNameOf(
  keyNames: Readonly<Record<string, string>>,
  keyId: string | undefined,
  t: Texts,
): string | undefined {
  if (keyId === undefined || keyId === '') return undefined;
  if (keyId === pageKeyId) return t.overview.pageKey;
  return Object.hasOwn(keyNames, keyId) ? keyNames[keyId] : keyId;
}
