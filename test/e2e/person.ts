import { inject } from 'vitest';
import type * as z from 'zod';

import { newKeyData } from '#shared/contract/account.ts';
import { newId } from '#shared/kernel/ids.ts';
import { newVisitor } from './visitor.ts';

export const password = 'Correct horse 7!';

/** Somebody who has registered and is signed in. */
export async function newPerson() {
  const { baseUrl } = inject('service');
  const visitor = newVisitor();
  const email = `${newId('ada').toLowerCase()}@example.com`;
  const page = await visitor.open(`${baseUrl}/account/sign-in`);
  const form = await visitor.open(`${page.url}/register`);
  await visitor.submit(form, { email, password });

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const visit = await visitor.open(`${baseUrl}/account/api/${path}`, {
      method,
      follows: false,
      headers: {
        'content-type': 'application/json',
        ...(method === 'GET' ? {} : { origin: baseUrl }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: visit.status,
      headers: visit.headers,
      body: JSON.parse(visit.text) as { code?: string; data?: unknown; error?: string },
    };
  };
  /** The data of an answer, as the contract has it. */
  async function ask<Schema extends z.ZodType>(schema: Schema, ...words: Parameters<typeof send>) {
    const { status, body } = await send(...words);
    if (status !== 200) throw new Error(`${words[0]} ${words[1]}: ${status} ${body.error}`);
    return schema.parse(body.data);
  }
  const newKey = (terms: object = {}) => ask(newKeyData, 'POST', 'keys', { name: 'laptop', ...terms });
  return { visitor, email, send, ask, newKey };
}
