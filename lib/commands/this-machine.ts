import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** What `npm start` has to know of the machine that it runs on. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** URL of the DynamoDB that the command line names. */
  readonly dynamodb: string | undefined;
  readonly isProgram: (path: string) => boolean;
  /** A program that the command line names to run functions. */
  readonly runtimeClient: string | undefined;
}

/** Where the packages of Chrome and Chromium put them. */
const usualPaths: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ],
};

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The browser and the database that come with `npm ci` are programs for this platform. */
const hasOwnPrograms = ({ platform, arch }: Machine): boolean => platform === 'linux' && arch === 'x64';

const needs = {
  browser: 'Chrome or Chromium (installed, or named by CHROME_PATH)',
  database: 'a DynamoDB Local or another emulator of DynamoDB (npm start -- --dynamodb URL)',
};

const isForLoopback = (noProxy: string): boolean =>
  noProxy.trim() === '*' || noProxy.split(',').some((entry) => entry.trim() === '127.0.0.1');

/**
 * Node sends all requests of a process to the proxy of its environment, except those to the hosts of `NO_PROXY`. Its two clients read
 * the list differently: both understand commas, and `*` alone.
 */
const sendsLoopbackToProxy = (environment: Machine['environment']): boolean =>
  environment['NODE_USE_ENV_PROXY'] === '1' &&
  ['http_proxy', 'HTTP_PROXY'].some((name) => (environment[name] ?? '') !== '') &&
  !isForLoopback(environment['no_proxy'] || environment['NO_PROXY'] || '');

/** Functions have working directories of their own, and Node goes on without a file that it cannot find. */
function trustedAuthorities(environment: Machine['environment']): Readonly<Record<string, string>> {
  const given = environment['NODE_EXTRA_CA_CERTS'] || undefined;
  if (given === undefined) return {};
  const file = resolve(given);
  if (!existsSync(file)) throw new Error(`NODE_EXTRA_CA_CERTS names ${given}, which does not exist.`);
  return { NODE_EXTRA_CA_CERTS: file };
}

/**
 * The variables that functions get for this machine: `CHROME_PATH` where an installed browser replaces the bundled one, and the
 * file of the certificate authorities that Node trusts beside its own.
 * Throws one sentence that names everything that is missing.
 */
export function machineEnvironment(machine: Machine): Readonly<Record<string, string>> {
  const { platform, arch, environment, dynamodb, runtimeClient, isProgram: exists } = machine;
  if (platform === 'win32') throw new Error('Winnow runs on Windows in WSL only: start it there.');
  const named = environment['CHROME_PATH'] || undefined;
  if (named !== undefined && !exists(named))
    throw new Error(`CHROME_PATH names ${named}, which is no program.`);
  if (runtimeClient !== undefined && !exists(runtimeClient))
    throw new Error(`--runtime-client names ${runtimeClient}, which is no program.`);
  if (sendsLoopbackToProxy(environment))
    throw new Error(
      'NODE_USE_ENV_PROXY sends what the parts of the service say to each other to your proxy. Add 127.0.0.1 to NO_PROXY.',
    );
  const trusted = trustedAuthorities(environment);
  if (hasOwnPrograms(machine)) return named === undefined ? trusted : { ...trusted, CHROME_PATH: named };

  const browser = named ?? usualPaths[platform]?.find(exists);
  const hasDatabase = (dynamodb ?? environment['AWS_ENDPOINT_URL_DYNAMODB']) !== undefined;
  const missing = [browser ? [] : [needs.browser], hasDatabase ? [] : [needs.database]].flat();
  if (browser === undefined || missing.length > 0)
    throw new Error(
      `Winnow brings its browser and its database for Linux x64; on ${platform} ${arch} it needs ${missing.join(' and ')}.`,
    );
  return { ...trusted, CHROME_PATH: browser };
}
