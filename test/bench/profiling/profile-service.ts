import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { changing } from '../../e2e/change-template.ts';
import { mergeProfiles, parseProfile, type ThreadProfile } from './merge-profiles.ts';

const recorder = `--import=${join(import.meta.dirname, 'record-profile.ts')}`;
/** A process has its profiles ready in less, when it is not ended first. */
const patienceMs = 30_000;
const everyMs = 100;

/** As the recorder writes it. */
interface StoredProfile {
  readonly name: string;
  readonly profile: string;
}

export interface ServiceProfile {
  /** Variables with which the service starts. */
  readonly environment: Readonly<Record<string, string>>;
  readonly start: () => void;
  /** Writes the profile of all processes since `start`; those that have ended meanwhile are not in it. */
  readonly stop: (file: string) => Promise<void>;
}

/** Where the runner and the functions of a service spend processor time, as one profile. */
export function serviceProfile(): ServiceProfile {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-profile-'));
  const variables = { NODE_OPTIONS: recorder, PROFILE_DIRECTORY: directory };
  const changed = changing(
    Object.entries(variables).map(([name, value]) => ({
      id: 'Function[0-9A-F]{8}$',
      path: ['Properties', 'Environment', 'Variables', name],
      value,
    })),
  );
  const fileOf = (pid: number, kind: string): string => join(directory, `${pid}.${kind}`);
  const started = new Set<number>();

  /** Another process may have the id of one that has ended. */
  const isOurs = (pid: number): boolean => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(directory);

  function signalled(pid: number): boolean {
    try {
      return isOurs(pid) && process.kill(pid, 'SIGUSR2');
    } catch {
      return false;
    }
  }

  return {
    environment: {
      ...changed,
      NODE_OPTIONS: `${changed['NODE_OPTIONS'] ?? ''} ${recorder}`,
      PROFILE_DIRECTORY: directory,
    },
    start: () => {
      for (const name of readdirSync(directory)) {
        const pid = Number.parseInt(name, 10);
        if (signalled(pid)) started.add(pid);
      }
    },
    stop: async (file) => {
      const asked = [...started].filter(signalled);
      const deadline = performance.now() + patienceMs;
      const isReady = (pid: number): boolean => existsSync(fileOf(pid, 'profiles'));
      while (!asked.every(isReady) && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      const threads = asked
        .filter(isReady)
        .flatMap(
          (pid) => JSON.parse(readFileSync(fileOf(pid, 'profiles'), 'utf8')) as readonly StoredProfile[],
        )
        .map(({ name, profile }): ThreadProfile => ({
          name,
          profile: parseProfile(profile),
        }));
      writeFileSync(file, JSON.stringify(mergeProfiles(threads)));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
