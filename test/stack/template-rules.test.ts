import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { App } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, expect, test } from 'vitest';

import { findingsAreErrors } from '../../lib/app.ts';
import { readSettings } from '../../lib/settings.ts';
import { WinnowStack } from '../../lib/stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-rules-'));
afterAll(() => rmSync(directory, { recursive: true }));

const secret = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:one-AbCdEf';
/** Everything that adds a resource to the template. */
const everything = {
  STAGE: 'test',
  DOMAIN_NAME: 'api.example.org',
  CERTIFICATE_ARN: 'arn:aws:acm:eu-west-1:000000000000:certificate/0a1b2c3d-0000-0000-0000-000000000000',
  WAF: 'true',
  API_GATEWAY_LOG_ROLE: 'create',
  ALARM_EMAIL: 'you@example.org',
  BUDGET_USD: '50',
  DASHBOARD: 'true',
  LLM_MODEL: 'gpt-5-mini',
  LLM_SECRET_ARN: secret,
  SEARCH_PROVIDERS: 'brave',
  BRAVE_SECRET_ARN: secret,
};

/** Writes the template, which is checked by the CloudFormation rules that the CDK brings. */
function synthesise(change: (stack: WinnowStack) => void = () => {}): void {
  const app = new App({ outdir: directory, analyticsReporting: false, context: findingsAreErrors });
  const stack = new WinnowStack(app, 'Winnow', {
    settings: readSettings(everything, ''),
    codeOf: () => Code.fromInline('exports.handler = () => {}'),
  });
  change(stack);
  app.synth();
}

test('the template with every setting turned on follows the rules of CloudFormation', () => {
  expect(() => synthesise()).not.toThrow();
});

test('a template that CloudFormation would refuse is not written without an error', () => {
  const refused = () =>
    synthesise((stack) => {
      for (const part of stack.node.findAll())
        if (part instanceof CfnTable) part.addPropertyOverride('Colour', 'green');
    });

  expect(refused).toThrow("Additional properties are not allowed ('Colour' was unexpected)");
});
