import { globSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';

import { settingNames } from '#shared/contract/settings.ts';
import { plainSecrets, readSettings } from '../../lib/settings.ts';
import { WinnowStack } from '../../lib/stack.ts';

const documented = parseEnv(readFileSync('.env.example', 'utf8').replaceAll(/^# ?(?=[A-Z_]+=)/gm, ''));

/** Names of variables that are not settings: those of Lambda, npm, the AWS clients and the CDK, and of one machine only. */
const notSettings =
  /^(AWS_|LAMBDA_|_HANDLER$|npm_|CDK_|CHROME_PATH$|NODE_USE_ENV_PROXY$|NODE_EXTRA_CA_CERTS$|no_proxy$|NO_PROXY$)/;

describe('.env.example', () => {
  test('lists every setting and the secrets that npm start takes, and nothing else', () => {
    const names = [...settingNames, ...Object.keys(plainSecrets)];

    expect(Object.keys(documented).toSorted()).toEqual(names.toSorted());
  });

  test('shows the defaults', () => {
    expect(readSettings(documented, '')).toEqual(readSettings({}, ''));
  });
});

describe('the settings', () => {
  test('are all read by the stack, the plans file when they are', () => {
    const read = new Set<string>(['PLANS_FILE']);
    const settings = new Proxy(readSettings({}, ''), {
      get: (target, name, receiver): unknown => {
        read.add(String(name));
        return Reflect.get(target, name, receiver);
      },
    });

    const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
    const stack = new WinnowStack(app, 'Winnow', {
      settings,
      codeOf: () => Code.fromInline('exports.handler = () => {}'),
    });

    expect(stack.stackName).toBe('Winnow');
    expect(settingNames.filter((name) => !read.has(name))).toEqual([]);
  });

  test('are the only variables of the environment that the commands and functions name', () => {
    const sources = globSync('{bin,lib,functions}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    const named = sources.flatMap((source) =>
      [...source.matchAll(/\b(?:process\.env|environment)\['(\w+)'\]/g)].map(([, name = '']) => name),
    );

    expect(named).not.toEqual([]);
    expect(named.filter((name) => !settingNames.includes(name) && !notSettings.test(name))).toEqual([]);
  });
});

describe('a wrong setting', () => {
  test.for([
    ['POLITENESS_DELAY_MS', '200ms', 'must be a number'],
    ['BUDGET_USD', ' ', 'must be a number'],
    ['EGRESS_ALLOW', 'intranet', 'must be host:port'],
    ['EGRESS_ALLOW', 'intranet:70000', 'names an impossible port'],
  ] as const)('%s=%s has one problem', ([name, text, problem]) => {
    expect(() => readSettings({ [name]: text }, '')).toThrow(
      new RegExp(`^The settings .* cannot be used:\\n  ${name}(?:\\.0)?: ${problem}$`),
    );
  });
});
