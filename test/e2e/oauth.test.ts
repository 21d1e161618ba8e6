import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { handsOf, widths } from '../account-page/browser/hands.ts';
import { testProvider } from '../oauth/test-provider.ts';
import { keep, testBrowser } from './browser.ts';
import { at } from './client.ts';
import { password } from './person.ts';

const browser = testBrowser();

/** The program's own address, to which the browser brings the answer. */
const server = createServer((_request, response) => response.end('You may close this window.'));
let callbackUrl = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
});
afterAll(() => void server.close());

describe('a program that was given the URL of the tools', () => {
  test('is allowed in the browser, reads a page, and has to begin again when its key is revoked', async () => {
    const { baseUrl } = inject('service');
    const { provider, kept } = testProvider(callbackUrl, 'Tool of Ada');
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: provider });
    const newClient = () => new Client({ name: 'test', version: '1.0.0' });
    const first = transport();
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);
    const unknown = await fetch(`${baseUrl}/mcp`, { method: 'POST' });
    const document = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${document}", scope="mcp"`,
    ]);

    const context = await browser().createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(widths.desktop);
    const { press, shows, textOf } = handsOf(page);
    await page.goto(String(kept.sentTo));
    await press('Sign in or register');
    await page.locator('a[href$="/register"]').click();
    await page.locator('input[autocomplete="new-password"]').wait();
    await page.type('input[name=email]', `${newId('ada').toLowerCase()}@example.com`);
    await page.type('input[name=password]', password);
    await page.locator('button[type=submit]').click();
    await shows('Connect “Tool of Ada”?');
    expect(await textOf('.facts')).toContain(new URL(callbackUrl).host);
    await keep(page, 'oauth-1-asked');
    await press('Allow');
    await shows('You may close this window.');
    await first.finishAuth(new URL(page.url()).searchParams);

    const client = newClient();
    await client.connect(transport());
    const { content } = await client.callTool({ name: 'scrape', arguments: { url: at('/news') } });
    expect(JSON.stringify(content)).toContain('Harbour bridge reopens');

    await page.goto(`${baseUrl}/account/keys`);
    await shows('MCP: Tool of Ada');
    await press('Revoke');
    await page.locator('dialog button[type=submit]').click();
    await shows('The key is revoked.');
    await keep(page, 'oauth-2-revoked');
    await context.close();
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    const refused = await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kept.tokens?.access_token}` },
    });

    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${document}", scope="mcp"`,
    ]);
    await client.close();
  });
});
