import { serveAwsJson } from '../aws-json.ts';
import type { HttpServer } from '../http-server.ts';
import type { People } from './people.ts';

/** The part of Cognito's API that functions call: AdminDeleteUser. */
export const serveUserPoolApi = (poolId: string, people: People): Promise<HttpServer> =>
  serveAwsJson('AWSCognitoIdentityProviderService.AdminDeleteUser', ({ UserPoolId, Username }) => {
    if (UserPoolId !== poolId)
      return { error: 'ResourceNotFoundException', message: `There is no user pool ${String(UserPoolId)}.` };
    return people.remove(String(Username))
      ? { body: {} }
      : { error: 'UserNotFoundException', message: 'User does not exist.' };
  });
