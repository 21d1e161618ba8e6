/**
 * Loaded into the processes of the functions (NODE_OPTIONS): appends the permissions that their AWS calls need to the
 * file RECORDED_CALLS, each once a process, as `function<tab>action on resource`.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';

import { permissionsFor } from './aws-permissions.ts';

const file = process.env['RECORDED_CALLS'] ?? '';
const name = process.env['POWERTOOLS_SERVICE_NAME'] ?? '';
const endpoints = new Set(
  Object.entries(process.env)
    .filter(([variable]) => variable.startsWith('AWS_ENDPOINT_URL_'))
    .map(([, url = '']) => new URL(url).host),
);
const known = new Set<string>();

function record(permission: string): void {
  if (known.has(permission)) return;
  known.add(permission);
  appendFileSync(file, `${name}\t${permission}\n`);
}

/** Keeps what is written to the request, and calls `then` with it when the request has been written. */
function collectBody(request: ClientRequest, then: (body: string) => void): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const write = request.write.bind(request) as (...written: unknown[]) => boolean;
  const end = request.end.bind(request) as (...written: unknown[]) => ClientRequest;
  request.write = ((...written: unknown[]) => {
    keep(written[0]);
    return write(...written);
  }) as typeof request.write;
  request.end = ((...written: unknown[]) => {
    keep(written[0]);
    then(Buffer.concat(chunks).toString('utf8'));
    return end(...written);
  }) as typeof request.end;
}

subscribe('http.client.request.created', (message) => {
  const { request } = message as { readonly request: ClientRequest };
  if (!endpoints.has(String(request.getHeader('host')))) return;
  collectBody(request, (body) => {
    const target = request.getHeader('x-amz-target');
    const { method, path } = request;
    for (const permission of permissionsFor({
      method,
      path,
      target: target === undefined ? undefined : String(target),
      body,
    }))
      record(permission);
  });
});
