import { Aws } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

import type { DeploymentSettings } from '../settings.ts';

type SecretSetting = 'LLM_SECRET_ARN' | 'BRAVE_SECRET_ARN' | 'PROXY_URLS_SECRET_ARN';

/** arn:partition:service:region:account:… */
const regionOf = (arn: string): string => arn.split(':')[3] ?? '';

/** Grants reading of those secrets that the operator named, and decrypting them where they have a key of the operator's. */
export function grantSecrets(
  reader: LambdaFunction,
  settings: DeploymentSettings,
  ...names: readonly SecretSetting[]
): void {
  const { SECRETS_KMS_KEY_ARN: key } = settings;
  const arns = names.flatMap((name) => settings[name] ?? []);
  if (arns.length === 0) return;
  reader.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['secretsmanager:GetSecretValue'],
      resources: arns,
    }),
  );
  if (key === undefined) return;
  const services = [...new Set(arns.map((arn) => `secretsmanager.${regionOf(arn)}.${Aws.URL_SUFFIX}`))];
  reader.addToRolePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['kms:Decrypt'],
      resources: [key],
      conditions: { StringEquals: { 'kms:ViaService': services } },
    }),
  );
}
