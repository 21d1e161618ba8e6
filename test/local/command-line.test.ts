import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

test.for([
  ['npm start', 'bin/dev.ts'],
  ['npm run keys', 'bin/keys.ts'],
  ['npm run explain', 'bin/explain.ts'],
] as const)('%s names an option that it does not know, and says which it does', ([command, file]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [file, '--colour'], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain("'--colour'");
  expect(stderr).toContain(command);
  expect(stderr).not.toContain('    at ');
});

test.for(['/no/such.html', 'http://127.0.0.1:1/'])('npm run explain says that it cannot read %s', (place) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/explain.ts', place], { encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+: .+\n$/);
  expect(stderr).toContain(place);
});
