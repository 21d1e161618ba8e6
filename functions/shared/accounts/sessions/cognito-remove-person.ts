import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';

import { boundedRequests } from '#shared/kernel/aws.ts';
import type { RemovePerson } from './remove-person.ts';

export interface UserPool {
  readonly userPoolId: string;
  /** The issuer of the pool's tokens. */
  readonly issuer: string;
}

export const cognitoClient = (): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient(boundedRequests());

/** Removes people from a user pool. In a pool whose user names are addresses, `sub` is a name, too. */
export const cognitoRemovePerson =
  (client: CognitoIdentityProviderClient, { userPoolId, issuer }: UserPool): RemovePerson =>
  async (person) => {
    if (person.issuer !== issuer) return;
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: person.subject }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
