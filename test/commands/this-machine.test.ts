import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { type Machine, machineEnvironment } from '../../lib/commands/this-machine.ts';

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const machine = (given: Partial<Machine> & { readonly programs?: readonly string[] } = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  environment: {},
  dynamodb: undefined,
  runtimeClient: undefined,
  isProgram: (path) => (given.programs ?? []).includes(path),
  ...given,
});

const database = 'a DynamoDB Local or another emulator of DynamoDB (npm start -- --dynamodb URL)';
const browser = 'Chrome or Chromium (installed, or named by CHROME_PATH)';

describe('npm start', () => {
  test('uses its own browser on Linux x64, also where another one is installed', () => {
    expect(machineEnvironment(machine({ programs: ['/usr/bin/chromium'] }))).toEqual({});
  });

  test('uses the browser that CHROME_PATH names on every machine', () => {
    for (const arch of ['x64', 'arm64']) {
      const given = machine({
        arch,
        dynamodb: 'http://127.0.0.1:8000',
        environment: { CHROME_PATH: '/opt/chrome' },
        programs: ['/opt/chrome', '/usr/bin/chromium'],
      });
      expect(machineEnvironment(given)).toEqual({ CHROME_PATH: '/opt/chrome' });
    }
  });

  test.for([
    ['darwin', 'arm64', macChrome],
    ['linux', 'arm64', '/usr/bin/chromium'],
  ] as const)('finds the browser that is installed on %s %s', ([platform, arch, path]) => {
    const given = machine({ platform, arch, dynamodb: 'http://127.0.0.1:8000', programs: [path] });

    expect(machineEnvironment(given)).toEqual({ CHROME_PATH: path });
  });

  test.for([
    ['the database', { programs: [macChrome] }, database],
    ['the browser', { environment: { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' } }, browser],
    ['both', {}, `${browser} and ${database}`],
  ] as const)('names %s in one sentence where it is missing on a Mac', ([, given, missing]) => {
    expect(() => machineEnvironment(machine({ platform: 'darwin', arch: 'arm64', ...given }))).toThrow(
      new Error(
        `Winnow brings its browser and its database for Linux x64; on darwin arm64 it needs ${missing}.`,
      ),
    );
  });

  test('hands the certificate authorities of a company to the functions', () => {
    const trusting = (NODE_EXTRA_CA_CERTS: string) =>
      machineEnvironment(machine({ environment: { NODE_EXTRA_CA_CERTS } }));

    expect(trusting('LICENSE')).toEqual({ NODE_EXTRA_CA_CERTS: resolve('LICENSE') });
    expect(() => trusting('none.pem')).toThrow('NODE_EXTRA_CA_CERTS names none.pem, which does not exist.');
  });

  test('refuses a client of the Runtime API that is no program', () => {
    expect(() => machineEnvironment(machine({ runtimeClient: '/opt/none' }))).toThrow(
      '--runtime-client names /opt/none, which is no program.',
    );
  });

  test('does not begin where its own requests would go to a proxy', () => {
    const proxied = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://proxy.test:3128' };

    for (const NO_PROXY of ['', '*.corp.example', '127.0.0.1.example', 'localhost 127.0.0.1', 'a.example,*'])
      expect(() => machineEnvironment(machine({ environment: { ...proxied, NO_PROXY } }))).toThrow(
        'Add 127.0.0.1 to NO_PROXY.',
      );
    for (const NO_PROXY of ['*', 'localhost, 127.0.0.1'])
      expect(machineEnvironment(machine({ environment: { ...proxied, NO_PROXY } }))).toEqual({});
  });

  test('names WSL on Windows', () => {
    expect(() => machineEnvironment(machine({ platform: 'win32' }))).toThrow('in WSL');
  });
});
