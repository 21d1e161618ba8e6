import type * as z from 'zod';

import {
  accountData,
  accountDeletionData,
  accountDeletionRequest,
  accountKeysData,
  accountUsageData,
  deliveriesData,
  deliveriesQuery,
  keyData,
  keyRotationRequest,
  newKeyData,
  newKeyRequest,
  nothing,
  recentRequestsData,
  recentRequestsQuery,
  renamedKeyRequest,
  sessionKeyData,
  webhookSecretData,
} from './account.ts';
import {
  authorizationData,
  authorizationDecision,
  authorizationDecisionData,
  authorizationQuery,
} from './authorization.ts';
import { usageQuery } from './usage.ts';

/** The functions behind the account: sign-in, the API of the page, and the page's files. */
export type AccountFunction = 'account-sign-in' | 'account-api' | 'account-page';

export interface AccountRoute {
  /** In the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/account/api/${string}`;
  readonly function: 'account-api';
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly request?: z.ZodObject;
  readonly data: z.ZodType;
}

/** Requests of the page to its account. They need the cookie of a session instead of an API key. */
export const accountRoutes = [
  {
    name: 'account',
    method: 'GET',
    path: '/account/api/me',
    function: 'account-api',
    summary: 'Account and plan',
    data: accountData,
  },
  {
    name: 'account-delete',
    method: 'DELETE',
    path: '/account/api/me',
    function: 'account-api',
    summary: 'Delete the account with everything that is stored of it',
    request: accountDeletionRequest,
    data: accountDeletionData,
  },
  {
    name: 'keys',
    method: 'GET',
    path: '/account/api/keys',
    function: 'account-api',
    summary: 'API keys, oldest first',
    data: accountKeysData,
  },
  {
    name: 'key-create',
    method: 'POST',
    path: '/account/api/keys',
    function: 'account-api',
    summary: 'Make an API key',
    request: newKeyRequest,
    data: newKeyData,
  },
  {
    name: 'key-rename',
    method: 'PATCH',
    path: '/account/api/keys/{id}',
    function: 'account-api',
    summary: 'Rename an API key',
    request: renamedKeyRequest,
    data: keyData,
  },
  {
    name: 'key-revoke',
    method: 'DELETE',
    path: '/account/api/keys/{id}',
    function: 'account-api',
    summary: 'Revoke an API key',
    data: keyData,
  },
  {
    name: 'key-rotate',
    method: 'POST',
    path: '/account/api/keys/{id}/rotation',
    function: 'account-api',
    summary: 'Make a key that replaces another',
    request: keyRotationRequest,
    data: newKeyData,
  },
  {
    name: 'webhook-secret-replace',
    method: 'POST',
    path: '/account/api/keys/{id}/webhook-secret',
    function: 'account-api',
    summary: 'Replace the secret that signs the webhooks of a key and of its rotations',
    data: webhookSecretData,
  },
  {
    name: 'session-key',
    method: 'POST',
    path: '/account/api/session-key',
    function: 'account-api',
    summary: 'An API key that ends with the session; repeated requests return the same key',
    data: sessionKeyData,
  },
  {
    name: 'sign-out-everywhere',
    method: 'DELETE',
    path: '/account/api/sessions',
    function: 'account-api',
    summary: 'Sign out everywhere',
    data: nothing,
  },
  {
    name: 'account-usage',
    method: 'GET',
    path: '/account/api/usage',
    function: 'account-api',
    summary: 'Usage of a month by day, key and operation',
    query: usageQuery,
    data: accountUsageData,
  },
  {
    name: 'recent-requests',
    method: 'GET',
    path: '/account/api/requests',
    function: 'account-api',
    summary: 'Requests of the last 7 days, newest first',
    query: recentRequestsQuery,
    data: recentRequestsData,
  },
  {
    name: 'deliveries',
    method: 'GET',
    path: '/account/api/deliveries',
    function: 'account-api',
    summary: 'Deliveries of webhooks, newest crawl first',
    query: deliveriesQuery,
    data: deliveriesData,
  },
  {
    name: 'delivery-replay',
    method: 'POST',
    path: '/account/api/deliveries/{crawlId}/{sequence}/replay',
    function: 'account-api',
    summary: 'Deliver the event of a webhook once more',
    data: nothing,
  },
  {
    name: 'authorization',
    method: 'GET',
    path: '/account/api/authorization',
    function: 'account-api',
    summary: 'A program that asks for a key, and where its answer goes',
    query: authorizationQuery,
    data: authorizationData,
  },
  {
    name: 'authorization-decide',
    method: 'POST',
    path: '/account/api/authorization',
    function: 'account-api',
    summary: 'Allow a program to get a key, or deny it',
    request: authorizationDecision,
    data: authorizationDecisionData,
  },
] as const satisfies readonly AccountRoute[];

/** Sign-in and the files of the page, which are not part of the documented API. */
export const accountPageRoutes = [
  { method: 'GET', path: '/account/sign-in', function: 'account-sign-in' },
  { method: 'GET', path: '/account/callback', function: 'account-sign-in' },
  { method: 'POST', path: '/account/sign-out', function: 'account-sign-in' },
  { method: 'GET', path: '/account', function: 'account-page' },
  { method: 'GET', path: '/account/{view}', function: 'account-page' },
  { method: 'GET', path: '/account/assets/{asset}', function: 'account-page' },
] as const satisfies readonly {
  readonly method: 'GET' | 'POST';
  readonly path: `/account${string}`;
  readonly function: AccountFunction;
}[];
