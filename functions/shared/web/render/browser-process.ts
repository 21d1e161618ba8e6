import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launch, type Browser } from 'puppeteer-core';

import { browserArguments } from './browser-arguments.ts';
import type { BrowserFiles } from './browser-files.ts';

/** One Chromium, its process group and its profile. */
export interface BrowserProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly isAlive: () => boolean;
  /** Resident megabytes of the process. */
  readonly memoryMb: () => number;
  /** Resolves once the process has ended and its profile is deleted. Cannot hang. */
  readonly kill: () => Promise<void>;
}

/** Starts a browser whose only way out is the forwarding proxy on this loopback port. */
export type LaunchBrowser = (proxyPort: number) => Promise<BrowserProcess>;

const launchMs = 15_000;
const exitMs = 5_000;
const pageKilobytes = 4;

function residentMb(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * pageKilobytes) / 1024;
  } catch {
    // It has ended; there is nothing to measure.
    return 0;
  }
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
  ({ executablePath, environment, profilesDirectory }: BrowserFiles): LaunchBrowser =>
  async (proxyPort) => {
    const profile = mkdtempSync(join(profilesDirectory, 'profile-'));
    const removeProfile = () =>
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    const browser = await launch({
      executablePath,
      env: { ...environment },
      args: [...browserArguments(profile, proxyPort)],
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
      memoryMb: () => residentMb(pid),
      kill: async () => {
        killGroup(pid);
        await Promise.race([exited, setTimeout(exitMs, undefined, { ref: false })]);
        removeProfile();
      },
    };
  };
