import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{ports,endurance,local,stack,e2e}/**',
            'test/web/render/**',
            'test/account-page/browser/**',
          ],
          // What modules keep is the same for every test, so that the files may share what they import.
          isolate: false,
        },
      },
      {
        // Thousands of simulated crawls, megabytes of hostile markup: as quick as they can be, and not quick.
        test: { name: 'endurance', include: ['test/endurance/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        test: {
          name: 'contract',
          include: ['test/ports/**/*.test.ts'],
          globalSetup: ['test/ports/emulators.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['test/{stack,local}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/web/render/**/*.test.ts', 'test/account-page/browser/**/*.test.ts'],
          globalSetup: ['test/web/render/browser-setup.ts'],
          // Most of a page's time is waiting for it to stand still.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/{broken-service,cost,model,npm-start,small-account}.test.ts'],
          globalSetup: ['test/e2e/service.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'model',
          include: ['test/e2e/{broken-service,cost,model,npm-start,small-account}.test.ts'],
          // They start services of their own, one after the other: those that crawl by the clock need the processors.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
