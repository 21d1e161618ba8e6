import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The Python of this machine that has what the client needs, if there is one. */
export const pythonWithPackages: string | undefined = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import httpx, pydantic']).status === 0,
);

/** The environment in which Python finds the client. */
export const pythonEnvironment = (settings: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'],
  PYTHONPATH: resolve('clients/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
  ...settings,
});

/** The examples of the Python client's README, in one program. */
export const pythonReadmeProgram = (): string =>
  [...readFileSync('clients/python/README.md', 'utf8').matchAll(/```python\n([^]+?)```/g)]
    .map(([, code = '']) => code)
    .join('\n');
