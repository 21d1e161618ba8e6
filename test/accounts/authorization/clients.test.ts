import { describe, expect, test } from 'vitest';

import { clientIdOf, programOf } from '#shared/accounts/authorization/client-id.ts';
import { isOwnResource } from '#shared/accounts/authorization/own-resource.ts';
import { destinationOf, isRedirectUri, isRegistered } from '#shared/accounts/authorization/redirect-uri.ts';

describe('a redirect URI', () => {
  test.for([
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect?kept=1',
    'http://127.0.0.1:33418/',
    'http://localhost:8787/callback',
    'http://[::1]:9/cb',
    'com.example.app:/oauth',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may be %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  test.for([
    'http://example.com/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://192.168.1.5/callback',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://claude.ai/1',
    'about:blank',
    'ms-settings:x',
    'https://claude.ai@evil.example/',
    'https://claude.ai/callback#code',
    'https://claude.ai/ callback',
    'https://клод.example/',
    '//evil.example/',
    'callback',
    '',
    `https://claude.ai/${'a'.repeat(500)}`,
  ])('may not be %j', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });

  test('equals a registered one; on this machine the port may differ', () => {
    const registered = ['http://127.0.0.1:1/cb', 'https://claude.ai/cb'];

    expect(isRegistered('http://127.0.0.1:50123/cb', registered)).toBe(true);
    expect(isRegistered('https://claude.ai/cb', registered)).toBe(true);
    for (const other of [
      'http://127.0.0.1:50123/other',
      'http://127.0.0.1:50123/cb?x=1',
      'http://localhost:50123/cb',
      'https://127.0.0.1:1/cb',
      'https://claude.ai:8443/cb',
      'https://claude.ai/cb/',
      'https://claude.ai/CB',
      'https://evil.example/cb',
    ])
      expect([other, isRegistered(other, registered)]).toEqual([other, false]);
  });

  test('names the host of the internet, this computer, or the app to which it leads', () => {
    expect(['https://claude.ai:444/cb', 'http://localhost:5/cb', 'cursor://x/cb'].map(destinationOf)).toEqual(
      [
        { kind: 'web', name: 'claude.ai:444' },
        { kind: 'computer', name: 'localhost:5' },
        { kind: 'app', name: 'cursor:' },
      ],
    );
  });
});

describe('the id of a program', () => {
  const redirectUris = ['https://claude.ai/cb'];

  test('is what it has registered, and stores nothing', () => {
    const id = clientIdOf({ name: 'Claude', redirectUris })!;

    expect(id).toMatch(/^[\w-]{20,100}$/);
    expect(programOf(id)).toEqual({ name: 'Claude', redirectUris });
  });

  test.for([
    ['nothing', []],
    ['a script', ['javascript:alert(1)']],
    ['one bad URI among good ones', ['https://claude.ai/cb', 'data:text/html,x']],
    ['too many', Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`)],
    ['too long', ['a', 'b', 'c'].map((host) => `https://${host}.example/${'a'.repeat(400)}`)],
  ] as const)('is not given for %s', ([, uris]) => {
    expect(clientIdOf({ name: 'x', redirectUris: uris })).toBeUndefined();
  });

  test('that was made by hand is checked as a registration is', () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

    for (const id of [
      '',
      'client',
      'é',
      made('text'),
      made({ name: 'x' }),
      made([]),
      made(['x']),
      made(['x', 'javascript:alert(1)']),
      made(['x', 1]),
      made(['two\nlines', 'https://claude.ai/cb']),
      made(['x'.repeat(46), 'https://claude.ai/cb']),
      `${clientIdOf({ name: 'Claude', redirectUris })}=`,
      'a'.repeat(5_000),
    ])
      expect([id, programOf(id)]).toEqual([id, undefined]);
  });

  test.for([
    ['\u202eedualC\u2066', 'edualC'],
    ['two\r\nlines\u0000', 'two lines'],
    ['zero\u200bwidth', 'zero width'],
    [' \u3164 ', 'Unnamed program'],
    ['', 'Unnamed program'],
    ['Claude”? It is safe. “', 'Claude’? It is safe. ’'],
    ['a'.repeat(200), 'a'.repeat(45)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ] as const)('has %j as the name %j', ([name, shown]) => {
    expect(programOf(clientIdOf({ name, redirectUris })!)?.name).toBe(shown);
  });
});

describe('the resource of a request', () => {
  test('is the tools of this deployment, with a path of its stage or without', () => {
    for (const base of ['https://api.example', 'https://x.example/live']) {
      expect(
        [`${base}/mcp`, `${base}/mcp/`, `${base.replace('https', 'HTTPS')}/mcp`].map((url) =>
          isOwnResource(url, base),
        ),
      ).toEqual([true, true, true]);
      for (const other of [
        base,
        `${base}/api`,
        `${base}/mcp?x`,
        `${base}/mcp#x`,
        'https://evil.example/mcp',
        'mcp',
        '',
      ])
        expect([other, isOwnResource(other, base)]).toEqual([other, false]);
    }
  });
});
