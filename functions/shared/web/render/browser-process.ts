import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launch, type Browser } from 'puppeteer-core';

import { browserArguments, type BrowserRun } from './browser-arguments.ts';
import type { BrowserFiles } from './browser-files.ts';

/** One Chromium, its process group and its profile. */
export interface BrowserProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly isAlive: () => boolean;
  /** Resident megabytes of its processes; 0 where the system has no /proc. */
  readonly memoryMb: () => number;
  /** Resolves once the process has ended and its profile is deleted. Cannot hang. */
  readonly kill: () => Promise<void>;
}

/** `proxyPort` is the loopback port of the forwarding proxy: the browser's only way out. */
export type BrowserOptions = Pick<BrowserRun, 'proxyPort' | 'loadsLazyImages' | 'bindsCookies'>;

export type LaunchBrowser = (options: BrowserOptions) => Promise<BrowserProcess>;

/** Puppeteer has no error class for a browser that has ended. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error && /(Target|Session|Connection) closed|detached/i.test(error.message);

const launchMs = 15_000;
const exitMs = 5_000;
const pageKilobytes = 4;

/** All and shared resident pages of a process (proc_pid_statm(5)). */
function residentPages(pid: number | string): { readonly all: number; readonly shared: number } {
  try {
    const [, all, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return { all: all ?? 0, shared: shared ?? 0 };
  } catch {
    // It has ended; there is nothing to measure.
    return { all: 0, shared: 0 };
  }
}

const residentMb = (pid: number): number => (residentPages(pid).all * pageKilobytes) / 1024;

function anonymousMb(pid: string): number {
  const { all, shared } = residentPages(pid);
  return ((all - shared) * pageKilobytes) / 1024;
}

/** The group of a process: the second number after its state (proc_pid_stat(5)). */
function groupOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return 0;
  }
}

/** Megabytes of all processes of the group that no file backs: each counts the program's own pages otherwise. */
function groupMb(group: number): number {
  if (!existsSync('/proc/self/statm')) return 0;
  const members = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && groupOf(name) === group);
  return members.reduce((sum, pid) => sum + anonymousMb(pid), 0);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts Chromium on a pipe, so that it ends when this process ends, in whatever way. */
export const createLaunchBrowser =
  ({ executablePath, environment, profilesDirectory, isSingleProcess }: BrowserFiles): LaunchBrowser =>
  async (options) => {
    const profile = mkdtempSync(join(profilesDirectory, 'profile-'));
    const removeProfile = () =>
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    const browser = await launch({
      executablePath,
      env: { ...environment },
      args: [...browserArguments({ profileDirectory: profile, isSingleProcess, ...options })],
      ignoreDefaultArgs: true,
      userDataDir: profile,
      pipe: true,
      defaultViewport: null,
      waitForInitialPage: false,
      timeout: launchMs,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    }).catch((error: unknown) => {
      removeProfile();
      throw error;
    });
    const child = browser.process();
    const pid = child?.pid;
    if (child === null || pid === undefined) throw new Error('Chromium was started without a process.');
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      browser,
      pid,
      isAlive: () => child.exitCode === null && child.signalCode === null && browser.connected,
      memoryMb: () => (isSingleProcess ? residentMb(pid) : groupMb(pid)),
      kill: async () => {
        killGroup(pid);
        await Promise.race([exited, setTimeout(exitMs, undefined, { ref: false })]);
        removeProfile();
      },
    };
  };
