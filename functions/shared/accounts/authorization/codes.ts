import { createHash, randomBytes } from 'node:crypto';

import { type Account, accountState } from '#shared/accounts/keys/account.ts';
import {
  addKey,
  type ManagementDeps,
  requireRoom,
  revokeKey,
} from '#shared/accounts/management/manage-keys.ts';
import { requirePlan } from '#shared/accounts/plans/catalogue.ts';
import { programKeyName } from '#shared/contract/account-views.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Program } from './client-id.ts';
import type { AuthorizationCode, CodeStore } from './code-store.ts';

export interface CodeDeps extends ManagementDeps {
  readonly codes: CodeStore;
}

/** A program fetches its key within a second. */
const maxAgeMs = 60_000;

/** What the tools call. */
const toolOperations = [
  'scrape',
  'crawl',
  'map',
  'search',
  'extract',
] as const satisfies readonly Operation[];

/** The operations of a key for the tools, on this plan. */
export const operationsFor = ({ operations }: Plan): readonly Operation[] =>
  toolOperations.filter((operation) => operations.includes(operation));

/** Notes what somebody has allowed a program. Returns the code for which the program gets its key. */
export async function grantCode(
  deps: CodeDeps,
  account: Account,
  { name }: Program,
  request: AuthorizationRequest,
): Promise<string> {
  if (operationsFor(requirePlan(deps.plans, account.planId)).length === 0)
    throw new AppError('PLAN_FORBIDS', `The ${account.planId} plan includes none of the tools.`);
  await requireRoom(deps, account);
  const { accountId } = account;
  // The account's id leads to the row, which is among those of the account.
  const code = `${accountId}.${randomBytes(32).toString('base64url')}`;
  await deps.codes.put({
    accountId,
    codeHash: sha256(code),
    clientHash: sha256(request.client_id),
    program: name,
    redirectUri: request.redirect_uri,
    codeChallenge: request.code_challenge,
    expiresAtMs: deps.clock.now() + maxAgeMs,
  });
  return code;
}

/** What a program sends for its key (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface Redemption {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

const codePattern = /^(acct_[\w-]{1,64})\.[\w-]{43}$/;
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const isMeant = (code: AuthorizationCode, given: Redemption, nowMs: number): boolean =>
  nowMs < code.expiresAtMs &&
  sha256(given.clientId) === code.clientHash &&
  given.redirectUri === code.redirectUri &&
  challengeOf(given.verifier) === code.codeChallenge;

/**
 * Makes the key of a program. `undefined` for a code that is unknown, over, used, or somebody else's: programs get one
 * answer for all of them. A code has one use; a second one revokes the key of the first, since two parties know the
 * code then.
 */
export async function redeemCode(deps: CodeDeps, given: Redemption): Promise<string | undefined> {
  const { codes, store, clock } = deps;
  const accountId = codePattern.exec(given.code)?.[1];
  if (accountId === undefined) return undefined;
  const reference = { accountId, codeHash: sha256(given.code) };
  const claim = await codes.claim(reference, newId('claim'));
  if (claim?.isFirst === false && claim.keyId !== undefined)
    await revokeKey(deps, { accountId, keyId: claim.keyId });
  if (claim?.isFirst !== true || !isMeant(claim.code, given, clock.now())) return undefined;
  const account = await store.account(accountId);
  if (account === undefined || accountState(account) !== 'active') return undefined;
  const operations = operationsFor(requirePlan(deps.plans, account.planId));
  const name = programKeyName(claim.code.program);
  const { text, key } = await addKey(deps, accountId, { name, operations });
  if (await codes.noteKey(reference, key.keyId)) return text;
  await revokeKey(deps, { accountId, keyId: key.keyId });
  return undefined;
}
