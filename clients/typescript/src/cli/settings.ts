import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { readApiKey } from '../header-text.ts';
import { isServiceUrl } from '../transport.ts';
import { Winnow } from '../winnow.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import type { Io } from './io.ts';
import { writePrivateFile } from './private-file.ts';

/** Where `npm start` listens. */
const localService = 'http://127.0.0.1:3000';

export interface StoredSettings {
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** The file of `winnow login`, in the folder where the operating system keeps settings of programs. */
function settingsFile({ env, platform, home }: Pick<Io, 'env' | 'platform' | 'home'>): string {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
  };
  const folder = env['XDG_CONFIG_HOME'] ?? folders[platform] ?? join(home, '.config');
  return join(folder, 'winnow', 'settings.json');
}

async function readSettings(io: Io): Promise<StoredSettings> {
  const file = settingsFile(io);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    // Nobody has logged in on this machine.
    return {};
  }
  try {
    return JSON.parse(text) as StoredSettings;
  } catch {
    throw new CommandError(
      `${file} is not valid JSON: log in again with \`winnow login\`.`,
      exitCodes.access,
    );
  }
}

/** Stores settings for this user alone. */
export async function storeSettings(io: Io, settings: StoredSettings): Promise<string> {
  const file = settingsFile(io);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
  return file;
}

export async function baseUrlOf(io: Io, option: string | undefined): Promise<string> {
  const url = option ?? io.env['WINNOW_BASE_URL'] ?? (await readSettings(io)).baseUrl ?? localService;
  if (!isServiceUrl(url))
    throw new UsageError(`The base URL must be one such as ${localService}; it is ${url}.`);
  return url.replace(/\/+$/, '');
}

/** A key that was typed or set, without the white space around it. */
export function checkedApiKey(text: string): string {
  try {
    return readApiKey(text);
  } catch (error) {
    throw new CommandError((error as Error).message, exitCodes.access);
  }
}

/** The key for this service. The key of one service is never sent to another. */
export async function apiKeyOf(io: Io, baseUrl: string): Promise<string | undefined> {
  const { WINNOW_API_KEY: key = '' } = io.env;
  if (key.trim() !== '') return checkedApiKey(key);
  const stored = await readSettings(io);
  const isStored = (stored.baseUrl ?? localService) === baseUrl && stored.apiKey !== undefined;
  return isStored ? checkedApiKey(stored.apiKey) : undefined;
}

/** A client of the service that options, environment or `winnow login` name. */
export async function clientOf(
  io: Io,
  option: string | undefined,
): Promise<{ readonly client: Winnow; readonly baseUrl: string }> {
  const baseUrl = await baseUrlOf(io, option);
  const apiKey = await apiKeyOf(io, baseUrl);
  if (apiKey === undefined)
    throw new CommandError(
      `There is no key for ${baseUrl}: run \`winnow login\`, or set WINNOW_API_KEY.`,
      exitCodes.access,
    );
  return { client: new Winnow({ baseUrl, apiKey }), baseUrl };
}
