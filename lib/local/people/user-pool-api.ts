import { type HttpServer, readBody, serve } from '../http-server.ts';
import type { People } from './people.ts';

const maxBodyBytes = 64 * 1024;
const prefix = 'AWSCognitoIdentityProviderService.';

/** The part of Cognito's API that functions call: AdminDeleteUser (AWS JSON 1.1). */
export const serveUserPoolApi = (poolId: string, people: People): Promise<HttpServer> =>
  serve(async (request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const fail = (type: string, message: string): void => reply(400, { __type: type, message });
    const operation = String(request.headers['x-amz-target'] ?? '');
    if (operation !== `${prefix}AdminDeleteUser`) {
      fail('UnknownOperationException', `This runner does not know ${operation}.`);
      return;
    }
    const body = (await readBody(request, maxBodyBytes))?.toString('utf8') ?? '';
    const { UserPoolId, Username } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    if (UserPoolId !== poolId)
      fail('ResourceNotFoundException', `There is no user pool ${String(UserPoolId)}.`);
    else if (!people.remove(String(Username))) fail('UserNotFoundException', 'User does not exist.');
    else reply(200, {});
  });
