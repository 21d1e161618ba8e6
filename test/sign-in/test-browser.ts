import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import type { Endpoint } from '#shared/http/chain.ts';

export const origin = 'https://winnow.example';
export const pageUrl = `${origin}/live/account`;

export interface Request {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly origin?: string;
}

/** Calls an endpoint as API Gateway does for a browser, which keeps its cookies. */
export function newBrowser(endpoint: Endpoint, cookies = new Map<string, string>()) {
  const ask = async (path: string, { method = 'GET', query = {}, headers = {}, ...from }: Request = {}) => {
    const { host, protocol } = new URL(from.origin ?? origin);
    const event = {
      resource: path,
      path,
      httpMethod: method,
      headers: {
        host,
        'x-forwarded-proto': protocol.slice(0, -1),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      queryStringParameters: query,
      pathParameters: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {
        path: `/live${path}`,
        requestId: 'request',
        requestTimeEpoch: 0,
        identity: { sourceIp: '192.0.2.1' },
      },
    } as unknown as APIGatewayProxyEvent;
    const reply = await endpoint.answer(event, { getRemainingTimeInMillis: () => 29_000 } as Context);
    const set = reply.multiValueHeaders?.['set-cookie'] ?? [];
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: reply.statusCode,
      headers: reply.headers,
      location: reply.headers['location'] ?? '',
      cookies: set,
      text: reply.body as string,
    };
  };
  return { cookies, ask };
}
