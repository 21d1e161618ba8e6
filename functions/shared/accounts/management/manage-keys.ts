import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import { type Account, requireKept } from '#shared/accounts/keys/account.ts';
import { type ApiKey, keyState, newWebhookSecret } from '#shared/accounts/keys/api-key.ts';
import { createKey, type MadeKey } from '#shared/accounts/keys/create-key.ts';
import { type PlanCatalogue, requirePlan } from '#shared/accounts/plans/catalogue.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newId } from '#shared/kernel/ids.ts';
import { keyName, type KeyTerms, keyTerms } from './key-terms.ts';

export interface ManagementDeps {
  readonly store: AccountStore;
  readonly plans: PlanCatalogue;
  readonly clock: Clock;
}

/** One key of one account; another account's key is not found. */
export interface KeyReference {
  readonly accountId: string;
  readonly keyId: string;
}

/** Each key of an account is written when the account changes. Rotated keys in their grace may be as many again. */
const maxActiveKeys = 50;
/** With those that are no longer valid, which usage names for as long as they are kept. */
const maxKeys = 200;
export const maxGraceHours = 24;
const hourMs = 3_600_000;
/** Attempts at a write from data that another request has changed. */
const maxAttempts = 5;

const requireFound = <Found>(found: Found | undefined, what: string): Found => {
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no ${what}.`);
  return found;
};

export async function findKey(store: AccountStore, { accountId, keyId }: KeyReference): Promise<ApiKey> {
  const key = (await store.keysOf(accountId)).find((candidate) => candidate.keyId === keyId);
  return requireFound(key, `key ${keyId}`);
}

/**
 * A key and its account, which is read first: a write on condition of its revision is refused when the key got another
 * webhook secret after it was read.
 */
async function readKey(
  store: AccountStore,
  reference: KeyReference,
): Promise<{ readonly account: Account; readonly key: ApiKey }> {
  const account = await store.account(reference.accountId);
  const key = await findKey(store, reference);
  return { account: requireFound(account, `account ${reference.accountId}`), key };
}

/** Removes the oldest keys that are no longer valid when there are too many. Returns those that are active. */
async function pruneKeys(
  { store, clock }: ManagementDeps,
  { accountId }: Account,
): Promise<readonly ApiKey[]> {
  const keys = await store.keysOf(accountId);
  const isActive = (key: ApiKey): boolean => keyState(key, clock.now()) === 'active';
  const tooMany = Math.max(0, keys.length + 1 - maxKeys);
  for (const key of keys.filter((each) => !isActive(each)).slice(0, tooMany)) await store.remove(key);
  return keys.filter(isActive);
}

/** Throws INVALID_REQUEST when the account may have no further key. */
export async function requireRoom(deps: ManagementDeps, account: Account): Promise<void> {
  if ((await pruneKeys(deps, account)).length >= maxActiveKeys)
    throw new AppError(
      'INVALID_REQUEST',
      `An account may have ${maxActiveKeys} active keys: revoke one first.`,
    );
}

/** Tries again when another request has changed the account meanwhile. */
async function untilWritten<Written>(attempt: () => Promise<Written | undefined>): Promise<Written> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const written = await attempt();
    if (written !== undefined) return written;
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The account is being changed by other requests. Try again.');
}

/** Makes an account with its first key. */
export async function openAccount(deps: ManagementDeps, plan: Plan, terms: KeyTerms): Promise<MadeKey> {
  const nowMs = deps.clock.now();
  const createdAt = new Date(nowMs).toISOString();
  const accountId = newId('acct');
  const made = createKey({ ...keyTerms(terms, plan, nowMs), planId: plan.id, accountId, createdAt });
  const account = { accountId, planId: plan.id, createdAt, revision: 0 };
  if (!(await deps.store.addKey(account, made.key)))
    throw new Error(`The account ${accountId} exists already.`);
  return made;
}

/** Makes a further key of an account, on its plan. */
export const addKey = (deps: ManagementDeps, accountId: string, terms: KeyTerms): Promise<MadeKey> =>
  untilWritten(async () => {
    const { store, clock } = deps;
    const account = requireFound(await store.account(accountId), `account ${accountId}`);
    requireKept(account);
    const nowMs = clock.now();
    const checked = keyTerms(terms, requirePlan(deps.plans, account.planId), nowMs);
    await requireRoom(deps, account);
    const { planId, suspendedAt } = account;
    const createdAt = new Date(nowMs).toISOString();
    const made = createKey({ ...checked, planId, suspendedAt, accountId, createdAt });
    return (await store.addKey(account, made.key)) ? made : undefined;
  });

/** Makes a key that replaces another, on the same terms. The old one stays valid for the grace, never beyond its own expiry. */
export const rotateKey = (
  deps: ManagementDeps,
  reference: KeyReference,
  graceHours: number,
): Promise<MadeKey & { readonly oldValidUntil: string }> => {
  if (!(graceHours >= 0 && graceHours <= maxGraceHours))
    throw new AppError('INVALID_REQUEST', `graceHours: must be a number from 0 to ${maxGraceHours}`);
  let oldValidUntil = '';
  const made = untilWritten(async () => {
    const { store, clock } = deps;
    const nowMs = clock.now();
    const { account, key: old } = await readKey(store, reference);
    requireKept(account);
    if (old.rotatedTo !== undefined)
      throw new AppError('INVALID_REQUEST', `The key was rotated already: ${old.rotatedTo} replaces it.`);
    const state = keyState(old, nowMs);
    if (state !== 'active') throw new AppError('INVALID_REQUEST', `The key is ${state}: make a new one.`);
    const inGrace = (await pruneKeys(deps, account)).filter(({ rotatedTo }) => rotatedTo !== undefined);
    if (graceHours > 0 && inGrace.length >= maxActiveKeys)
      throw new AppError(
        'INVALID_REQUEST',
        `An account may have ${maxActiveKeys} rotated keys in their grace: revoke one first, or rotate without a grace.`,
      );
    const endMs = Math.min(nowMs + graceHours * hourMs, Date.parse(old.validUntil ?? '9999-12-31'));
    oldValidUntil = new Date(endMs).toISOString();
    const { lastUsedOn: _lastUsedOn, ...same } = old;
    const { planId, suspendedAt } = account;
    const createdAt = new Date(nowMs).toISOString();
    const made = createKey({ ...same, planId, suspendedAt, createdAt, rotatedFrom: old.keyId });
    const replaced = { keyHash: old.keyHash, validUntil: oldValidUntil };
    return (await store.addKey(account, made.key, replaced)) ? made : undefined;
  });
  return made.then((written) => ({ ...written, oldValidUntil }));
};

export async function renameKey(
  { store }: ManagementDeps,
  reference: KeyReference,
  text: string,
): Promise<void> {
  const name = keyName(text);
  await store.rename((await findKey(store, reference)).keyHash, name);
}

/**
 * A new secret for the webhooks of a key and of those that it replaced or that replace it, as far as they are active: a
 * receiver knows one secret. Crawls that run keep the one with which they started.
 */
export const replaceWebhookSecret = (
  { store, clock }: ManagementDeps,
  reference: KeyReference,
): Promise<string> =>
  untilWritten(async () => {
    const nowMs = clock.now();
    const { account, key } = await readKey(store, reference);
    const state = keyState(key, nowMs);
    if (state !== 'active') throw new AppError('INVALID_REQUEST', `The key is ${state}: make a new one.`);
    const rotations = (await store.keysOf(key.accountId)).filter(
      (each) => each.countedAs === key.countedAs && keyState(each, nowMs) === 'active',
    );
    const secret = newWebhookSecret();
    const hashes = rotations.map(({ keyHash }) => keyHash);
    return (await store.setWebhookSecret(account, hashes, secret)) ? secret : undefined;
  });

/** The key is refused from the next request on: requests read keys consistently, and nothing caches them. */
export async function revokeKey({ store, clock }: ManagementDeps, reference: KeyReference): Promise<void> {
  const { keyHash } = await findKey(store, reference);
  await store.revoke(keyHash, new Date(clock.now()).toISOString());
}
