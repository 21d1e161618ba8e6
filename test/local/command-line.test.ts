import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';

test.for([
  ['npm start', 'bin/dev.ts'],
  ['npm run keys', 'bin/keys.ts'],
  ['npm run explain', 'bin/explain.ts'],
  ['node bin/health.ts', 'bin/health.ts'],
] as const)('%s names an option that it does not know, and says which it does', ([command, file]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [file, '--colour'], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain("'--colour'");
  expect(stderr).toContain(command);
  expect(stderr).not.toContain('    at ');
});

describe('npm run keys', () => {
  const run = (words: readonly string[]) =>
    spawnSync(process.execPath, ['bin/keys.ts', ...words], { encoding: 'utf8' });

  test.for([
    // Without its own `--`, npm takes the names of the options and passes on their values.
    [['create', 'starter', 'laptop'], '"create" takes no word "starter".'],
    [['rotate', 'key_1', '0'], '"rotate" takes no word "0".'],
    [['revoke', 'key_1', 'key_2'], '"revoke" takes no word "key_2".'],
    [['rename', 'key_1', 'my', 'new', 'name'], '"rename" takes no word "new".'],
    [['list', '--account', 'acct_1'], '"list" takes no option --account.'],
    [['revoke', 'key_1', '--grace', '24'], '"revoke" takes no option --grace.'],
    [['rename', 'key_1'], 'The new name is missing.'],
    [['--table', 'service'], 'The command is missing.'],
    [
      ['list', '--table', 'service', '--data', '.winnow'],
      '--table is for a deployed service and --data for a local one: leave one out.',
    ],
  ] as const)('ends %j with a sentence and its usage, before it asks a service', ([words, problem]) => {
    const { status, stdout, stderr } = run(words);

    expect([status, stdout, stderr.split('\n')[0]]).toEqual([2, '', problem]);
    expect(stderr).toContain('npm run keys -- COMMAND');
  });

  test('says how to set the region of a deployed service', () => {
    const { status, stderr } = spawnSync(process.execPath, ['bin/keys.ts', 'list', '--table', 'service'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: tmpdir() },
    });

    expect([status, stderr]).toEqual([1, 'No AWS region is set: set AWS_REGION to that of the service.\n']);
  });

  test('prints its usage when nothing is typed', () => {
    const { status, stdout, stderr } = run([]);

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run keys -- COMMAND');
  });
});

test.for(['/no/such.html', 'http://127.0.0.1:1/'])('npm run explain says that it cannot read %s', (place) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/explain.ts', place], { encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+: .+\n$/);
  expect(stderr).toContain(place);
});

test.for([
  ['bin/explain.ts', ['a.html', 'b.html'], 2, '"npm run explain" takes no word "b.html".'],
  ['bin/explain.ts', ['a.html', '--url', 'not a url'], 2, '--url must be a URL.'],
  ['bin/doctor.ts', ['--base', 'shop', '--key', 'wk_a'], 1, '--base must be a URL such as'],
  ['bin/doctor.ts', ['--base', 'http://127.0.0.1:1', '--key', 'wk a'], 1, '--key must be an API key'],
  ['bin/dev.ts', ['--data', ''], 1, '--data must name a folder.'],
] as const)('%s %s ends with %d: %s', ([file, options, code, sentence]) => {
  const { status, stderr } = spawnSync(process.execPath, [file, ...options], { encoding: 'utf8' });

  expect([status, stderr]).toEqual([code, expect.stringContaining(sentence)]);
});

test.for([
  ['http://winnow.example', 'http'],
  ['https://winnow.example/api', 'a path'],
  ['winnow.example', 'no scheme'],
] as const)('npm start refuses %s as its public URL: %s', ([url]) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/dev.ts', '--url', url], { encoding: 'utf8' });

  expect([status, stderr]).toEqual([
    1,
    '--url must be an HTTPS URL without a path, such as https://winnow.example.com.\n',
  ]);
});

const [service, people] = ['https://winnow.example', 'https://people.example'];
test.for([
  [['--url', service], 'true', 'Accounts need both --url and --sign-in-url'],
  [['--url', service, '--sign-in-url', `${service}:8443`], 'true', 'need host names of their own'],
  [['--url', service, '--sign-in-url', people], 'false', '--sign-in-url is the URL of accounts'],
] as const)('npm start %s, with accounts %s: %s', ([options, ACCOUNT_PAGE, sentence]) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/dev.ts', ...options], {
    env: { ...process.env, ACCOUNT_PAGE },
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});

test('npm start says that --dynamodb takes a URL', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/dev.ts', '--dynamodb', 'localhost:8000'], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([1, '--dynamodb must be a URL such as http://127.0.0.1:8000.\n']);
});

test('npm start says that CHROME_PATH names no program', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/dev.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CHROME_PATH: '/no/such/chrome' },
  });

  expect([status, stderr]).toEqual([1, 'CHROME_PATH names /no/such/chrome, which is no program.\n']);
});

test('npm run synth says in a sentence which setting cannot be used', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['bin/app.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], POLITENESS_DELAY_MS: 'soon' },
  });

  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('POLITENESS_DELAY_MS');
  expect(stderr).not.toContain('    at ');
});

test.for([
  ['a built-in plan that is misspelled', { starterr: { monthlyRequests: 5_000 } }, 'The plan "starterr"'],
  ['a name with a capital letter', { Team: { ...planCatalogue().find('pro') } }, 'The plan "Team"'],
] as const)('npm run synth refuses a file of plans with %s', ([, plans, problem]) => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-plans-'));
  const file = join(directory, 'plans.json');
  writeFileSync(
    file,
    JSON.stringify(plans, (name, value: unknown) => (name === 'id' ? undefined : value)),
  );

  const { status, stderr } = spawnSync(process.execPath, ['bin/app.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PLANS_FILE: file },
  });
  rmSync(directory, { recursive: true });

  expect(status).toBe(1);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain('    at ');
});

test('the stack tells its steps, but not on the output of the CDK command line, which is the template', () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-steps-'));
  const outputs = (environment: Readonly<Record<string, string>>): readonly string[] => {
    const { stdout, stderr } = spawnSync(process.execPath, ['bin/app.ts', '--quick'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], CDK_OUTDIR: directory, ...environment },
    });
    return [stdout, stderr];
  };

  const [steps] = outputs({});
  expect(steps).toContain('synthesising the stack');
  const [template, elsewhere] = outputs({ CDK_CLI_VERSION: '2.0.0' });
  expect(template).toBe('');
  expect(elsewhere).toContain('synthesising the stack');
  rmSync(directory, { recursive: true });
});

test.for(['bin/dev.ts', 'bin/app.ts'])('%s --help names a file that lists the settings', (file) => {
  const { stdout } = spawnSync(process.execPath, [file, '--help'], { encoding: 'utf8' });

  const [, listing = ''] = /(\S+)\s+lists\s+them/.exec(stdout) ?? [];
  expect(existsSync(listing)).toBe(true);
  expect(readFileSync(listing, 'utf8')).toContain('POLITENESS_DELAY_MS');
});

describe('an older Node', () => {
  const asNode22 =
    "data:text/javascript,Object.defineProperties(process, { version: { value: 'v22.1.0' }, versions: { value: { node: '22.1.0' } } })";
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };

  test.for(['app', 'dev', 'explain', 'health', 'keys', 'lint-template', 'openapi', 'train-content-model'])(
    'is told in one line what bin/%s.ts needs',
    (name) => {
      const { status, stderr } = spawnSync(process.execPath, ['--import', asNode22, `bin/${name}.ts`], {
        encoding: 'utf8',
      });

      expect(status).toBe(1);
      expect(stderr).toMatch(/^Winnow needs Node 24 and this is v22\.1\.0: .+\n$/);
    },
  );

  test('is reported before any npm script fails because of it', () => {
    const checked = Object.entries(scripts).filter(([, script]) =>
      script.startsWith('node bin/need-node-24.mjs && '),
    );

    // `test` begins with `check`.
    expect(Object.keys(scripts).filter((name) => !checked.some(([other]) => other === name))).toEqual([
      'test',
    ]);
    expect(scripts['test']).toMatch(/^npm run check && /);
  });
});
