import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** The tests of recovery wait for minutes, beside all the others when they begin first. */
class RecoveryFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => Number(b.project.name === 'recovery') - Number(a.project.name === 'recovery'),
    );
  }
}

/** What a test waits for comes within milliseconds on a free machine, and within seconds on a busy one. */
const patient = { expect: { poll: { timeout: 20_000 } } };

/** Three at once on two processors: much of their time these tests wait, for a page or for a queue. */
const sideBySide = (groupOrder: number) => ({ maxWorkers: 3, sequence: { groupOrder }, ...patient });

/** Tests that start services of their own, each with settings of its own. */
const ownServices = 'test/e2e/{broken-service,cost,model,npm-start,small-account}.test.ts';
const recovery = 'test/e2e/recovery.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: RecoveryFirst },
    globalSetup: ['test/temporary-files.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            // Packages have tests of their own.
            '**/node_modules/**',
            'test/{ports,endurance,local,stack,e2e}/**',
            'test/web/render/**',
            'test/account-page/browser/**',
          ],
          // What modules keep is the same for every test, so that the files may share what they import.
          isolate: false,
          maxWorkers: 2,
          // They take milliseconds, and a loaded machine must not fail them.
          testTimeout: 30_000,
        },
      },
      {
        // Hundreds of simulated crawls, megabytes of hostile markup: as quick as they can be, and not quick.
        test: {
          name: 'endurance',
          include: ['test/endurance/**/*.test.ts'],
          testTimeout: 60_000,
          ...sideBySide(1),
        },
      },
      {
        test: {
          name: 'ports',
          include: ['test/ports/**/*.test.ts'],
          ...sideBySide(1),
          globalSetup: ['test/ports/emulators.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['test/{stack,local}/**/*.test.ts'],
          globalSetup: ['test/stack/bundles-setup.ts'],
          ...sideBySide(1),
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/web/render/**/*.test.ts', 'test/account-page/browser/**/*.test.ts'],
          globalSetup: ['test/web/render/browser-setup.ts'],
          ...sideBySide(2),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [ownServices, recovery],
          globalSetup: ['test/e2e/service.ts'],
          ...sideBySide(3),
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // It kills functions of a service of its own.
        test: {
          name: 'recovery',
          include: [recovery],
          globalSetup: ['test/e2e/service.ts'],
          ...sideBySide(3),
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'own-services',
          include: [ownServices],
          // Two services at most: those that crawl by the clock need the processors.
          sequence: { groupOrder: 4 },
          maxWorkers: 2,
          ...patient,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
