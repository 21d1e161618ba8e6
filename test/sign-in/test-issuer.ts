import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { exportJWK, exportSPKI, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

export const clientId = 'account-page';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What may be wrong about an ID token. */
export interface Forgery {
  /** An undefined one is left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'a stranger' | 'nobody' | 'the public key as a secret';
}

/** What may be wrong about the provider's answers. */
type Fault = 'none' | 'silent' | 'broken' | 'unlisted none';

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
}

async function idToken(issuer: string, nonce: string, { claims = {}, signedBy }: Forgery): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: issuer,
    aud: clientId,
    sub: 'ada',
    email: 'ada@example.com',
    iat: now,
    exp: now + 300,
    nonce,
    ...claims,
  } as JWTPayload;
  if (signedBy === 'nobody') return new UnsecuredJWT(payload).encode();
  const secret = Buffer.from(await exportSPKI(rsa.publicKey));
  const isHmac = signedBy === 'the public key as a secret';
  const key = signedBy === 'a stranger' ? stranger.privateKey : rsa.privateKey;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: isHmac ? 'HS256' : 'RS256', kid: 'own' })
    .sign(isHmac ? secret : key);
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** A provider of OpenID Connect over HTTP whose tokens and faults the test chooses. */
export async function startTestIssuer() {
  const grants = new Map<string, Grant>();
  const own = { forgery: {} as Forgery, fault: 'none' as Fault, issuer: '' };
  const isGood = async (request: IncomingMessage): Promise<Grant | undefined> => {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    // Each code is good for one exchange (RFC 6749, section 4.1.2).
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge && form.get('client_id') === clientId ? grant : undefined;
  };
  const algorithms = () => (own.fault === 'unlisted none' ? ['none', 'HS256', 'RS256'] : ['RS256']);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', own.issuer);
    if (own.fault === 'silent') return;
    if (own.fault === 'broken') response.writeHead(500).end('broken');
    else if (pathname === '/.well-known/openid-configuration')
      json(response, 200, {
        issuer: own.issuer,
        authorization_endpoint: `${own.issuer}/authorize`,
        token_endpoint: `${own.issuer}/token`,
        jwks_uri: `${own.issuer}/keys`,
        end_session_endpoint: `${own.issuer}/logout`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: algorithms(),
      });
    else if (pathname === '/keys')
      json(response, 200, { keys: [{ ...(await exportJWK(rsa.publicKey)), kid: 'own', use: 'sig' }] });
    else if (pathname === '/token') {
      const grant = await isGood(request);
      if (grant === undefined) json(response, 400, { error: 'invalid_grant' });
      else
        json(response, 200, {
          access_token: 'unused',
          token_type: 'Bearer',
          id_token: await idToken(own.issuer, grant.nonce, own.forgery),
        });
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer: own.issuer,
    forge: (forgery: Forgery) => void (own.forgery = forgery),
    fail: (fault: Fault) => void (own.fault = fault),
    /** What the person does at the authorization URL: the query with which the browser comes back. */
    consent: (authorizationUrl: string): Readonly<Record<string, string>> => {
      const query = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
      });
      return { code, state: query.get('state') ?? '' };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;
