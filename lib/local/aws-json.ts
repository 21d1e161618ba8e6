import { type HttpServer, readBody, serve } from './http-server.ts';

const maxBodyBytes = 64 * 1024;

/** The body of a reply, or the error of an operation that refuses: its type and a message. */
export type AwsJsonAnswer = { readonly body: object } | { readonly error: string; readonly message: string };

type Body = Readonly<Record<string, unknown>>;

/** The object that a body holds; `undefined` for anything else. */
function objectIn(bytes: Buffer | undefined): Body | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Serves one operation of an API that speaks AWS JSON 1.1, by its full name, such as `secretsmanager.GetSecretValue`. Any
 * other one, and a body that is no JSON object, is refused as AWS does it.
 */
export const serveAwsJson = (operation: string, answer: (body: Body) => AwsJsonAnswer): Promise<HttpServer> =>
  serve(async (request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const refuse = (type: string, message: string): void => reply(400, { __type: type, message });
    if (request.headers['x-amz-target'] !== operation) {
      refuse('UnknownOperationException', `This runner answers ${operation}.`);
      return;
    }
    const body = objectIn(await readBody(request, maxBodyBytes));
    if (body === undefined) {
      refuse('SerializationException', 'The body must be a JSON object.');
      return;
    }
    const given = answer(body);
    if ('error' in given) refuse(given.error, given.message);
    else reply(200, given.body);
  });
