import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

/** What a process writes whose code gets `metrics`, as lines. */
function written(code: string): readonly string[] {
  const source = `import { createMetrics } from './functions/shared/kernel/metrics.ts';
    const metrics = createMetrics();
    ${code}`;
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', source], {
    encoding: 'utf8',
    env: { ...process.env, POWERTOOLS_SERVICE_NAME: 'scrape' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return output.split('\n').filter((line) => line !== '');
}

describe('metrics', () => {
  test('have the same dimension in every function, because CloudWatch charges each one', () => {
    const [line = ''] = written("metrics.count('ModelCalls', 2); metrics.flush();");

    expect(JSON.parse(line)).toMatchObject({ service: 'winnow', ModelCalls: 2 });
  });

  test('write nothing when nothing was counted', () => {
    expect(written('metrics.flush();')).toEqual([]);
  });
});
