import { readFileSync } from 'node:fs';

import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';

import { synthesisedStack } from './template.ts';

const { template, resources } = synthesisedStack({ ALARM_EMAIL: 'you@example.org', BUDGET_USD: '50' });

interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmActions: readonly unknown[];
  readonly MetricName?: string;
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
  readonly TreatMissingData: string;
  readonly ComparisonOperator: string;
}

const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties as AlarmProperties,
);
const nameOf = ({ AlarmName }: AlarmProperties): string => AlarmName.replace('Winnow-', '');
const topics = Object.keys(template.findResources('AWS::SNS::Topic'));

const watching = new Set(['CloudWatch', 'SNS', 'KMS', 'Budgets']);
const typesOf = (all: typeof resources): readonly string[] =>
  Object.values(all)
    .map(({ Type }) => Type)
    .filter((type) => watching.has(type.split('::')[1] ?? ''));

describe('the alarms', () => {
  test('are there for somebody who reads them, and for nobody else', () => {
    expect(typesOf(synthesisedStack().resources)).toEqual([]);
    expect(alarms.map(nameOf).toSorted()).toEqual([
      'FunctionErrors',
      'FunctionThrottles',
      'PageDeadLetters',
      'PageQueueAge',
      'ServerErrors',
      'SweeperSilent',
      'TableThrottles',
      'WebhookDeadLetters',
      'WebhookQueueAge',
    ]);
  });

  test('are sent by e-mail, each of them', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'you@example.org',
    });
    for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([{ Ref: topics[0] }]);
  });

  test('go through an encrypted topic that CloudWatch may write to', () => {
    template.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    const ofCloudWatch = (action: unknown) =>
      Match.objectLike({ Action: action, Principal: { Service: 'cloudwatch.amazonaws.com' } });
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([ofCloudWatch('sns:Publish')]) },
    });
    template.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: { Statement: Match.arrayWith([ofCloudWatch(['kms:Decrypt', 'kms:GenerateDataKey*'])]) },
    });
  });

  test('cost less than two dollars a month without anything of the free tier: ten cents a metric', () => {
    const metricsOf = ({ MetricName, Metrics = [] }: AlarmProperties): number =>
      MetricName === undefined ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
    const metrics = alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0);

    expect(metrics * 0.1).toBeLessThan(2);
  });

  test('rest where there is nothing to count, but not for a sweeper that is silent', () => {
    const whenMissing = Map.groupBy(alarms, ({ TreatMissingData }) => TreatMissingData);

    expect(whenMissing.get('breaching')?.map(nameOf)).toEqual(['SweeperSilent']);
    expect(whenMissing.get('notBreaching')).toHaveLength(alarms.length - 1);
  });

  test('carry the name of their stage', () => {
    const ofStage = synthesisedStack({ ALARM_EMAIL: 'you@example.org', STAGE: 'test' }, 'Winnow-test');
    const names = Object.values(ofStage.template.findResources('AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => (Properties as AlarmProperties).AlarmName,
    );

    expect(names.filter((name) => !name.startsWith('Winnow-test-'))).toEqual([]);
  });

  test('work without the account page, too', () => {
    const { template: without } = synthesisedStack({
      ALARM_EMAIL: 'you@example.org',
      ACCOUNT_PAGE: 'false',
    });

    without.resourceCountIs('AWS::CloudWatch::Alarm', alarms.length);
  });
});

describe('the budget', () => {
  test('writes at 80 % of the month’s cost, and when the forecast exceeds it', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY', BudgetType: 'COST' },
      NotificationsWithSubscribers: [
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }) }),
        Match.objectLike({
          Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }),
          Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'you@example.org' }],
        }),
      ],
    });
  });

  test('is left out without an amount', () => {
    expect(typesOf(synthesisedStack({ ALARM_EMAIL: 'you@example.org' }).resources)).not.toContain(
      'AWS::Budgets::Budget',
    );
  });
});

describe('the dashboard', () => {
  test('is one, and only where the operator asks for it', () => {
    const { resources: with_ } = synthesisedStack({ DASHBOARD: 'true' });

    expect(typesOf(with_)).toEqual(['AWS::CloudWatch::Dashboard']);
    expect(typesOf(resources)).not.toContain('AWS::CloudWatch::Dashboard');
  });
});

describe('docs/operations.md', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  const explained = [...text.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);

  test('explains every alarm, and no other', () => {
    expect(explained.toSorted()).toEqual(alarms.map(nameOf).toSorted());
  });

  test.for(explained)('says what %s means, what causes it, and what to type', (name) => {
    const section = text.split(`### ${name}\n`)[1]?.split(/^##/m)[0] ?? '';

    expect(section).toMatch(/\*\*Means\*\*/);
    expect(section).toMatch(/\*\*Cause\*\*/);
    expect(section).toMatch(/```sh\n/);
  });

  test('names outputs and resources that the template has', () => {
    const outputs = Object.keys(template.toJSON()['Outputs'] as object);
    const asked = [...text.matchAll(/^\w+=\$\(output (\w+)\)/gm)].map(([, name = '']) => name);
    const parts = [...text.matchAll(/\$\(part (\w+)\)/g)].map(([, id = '']) => id);

    expect(asked.filter((name) => !outputs.includes(name))).toEqual([]);
    expect(parts).not.toEqual([]);
    expect(parts.filter((id) => !Object.keys(resources).some((each) => each.startsWith(id)))).toEqual([]);
  });
});
