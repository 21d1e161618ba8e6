import { serveAwsJson } from './aws-json.ts';
import type { HttpServer } from './http-server.ts';

/** The part of Secrets Manager's API that functions call: GetSecretValue, of these texts by their ARNs. */
export const serveSecretsApi = (secrets: ReadonlyMap<string, string>): Promise<HttpServer> =>
  serveAwsJson('secretsmanager.GetSecretValue', ({ SecretId: arn }) => {
    const text = typeof arn === 'string' ? secrets.get(arn) : undefined;
    return text === undefined
      ? { error: 'ResourceNotFoundException', message: "Secrets Manager can't find the specified secret." }
      : { body: { ARN: arn, SecretString: text } };
  });
