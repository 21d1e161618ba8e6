import { type HttpServer, readBody, serve } from './http-server.ts';

const maxBodyBytes = 64 * 1024;
const operation = 'secretsmanager.GetSecretValue';

/** The part of Secrets Manager's API that functions call: GetSecretValue (AWS JSON 1.1), of these texts by their ARNs. */
export const serveSecretsApi = (secrets: ReadonlyMap<string, string>): Promise<HttpServer> =>
  serve(async (request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    if (request.headers['x-amz-target'] !== operation) {
      reply(400, { __type: 'UnknownOperationException', message: `This runner answers ${operation}.` });
      return;
    }
    const body = (await readBody(request, maxBodyBytes))?.toString('utf8') ?? '';
    const arn = String((JSON.parse(body) as Readonly<Record<string, unknown>>)['SecretId']);
    const text = secrets.get(arn);
    if (text === undefined)
      reply(400, {
        __type: 'ResourceNotFoundException',
        message: "Secrets Manager can't find the specified secret.",
      });
    else reply(200, { ARN: arn, SecretString: text });
  });
