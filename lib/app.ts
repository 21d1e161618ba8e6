import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

import { bundleDirectory } from './bundles.ts';
import type { DeploymentSettings } from './settings.ts';
import { WinnowStack } from './stack.ts';

/** Every stage is a stack of its own, so that an account may have several. */
export const stackName = ({ STAGE }: Pick<DeploymentSettings, 'STAGE'>): string =>
  STAGE === undefined ? 'Winnow' : `Winnow-${STAGE}`;

/** Without it, the CDK only warns of a template that CloudFormation would refuse. */
export const findingsAreErrors = { '@aws-cdk/core:validateAgainstDefaultRules': true };

/**
 * The CDK application, with functions from their bundles. Without `validates` the template is not checked against
 * CloudFormation's rules, which would delay a start on one machine by seconds.
 */
export function createApp(
  settings: DeploymentSettings,
  outdir: string,
  { validates = true }: { readonly validates?: boolean } = {},
): App {
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: validates,
    context: findingsAreErrors,
  });
  new WinnowStack(app, stackName(settings), {
    settings,
    codeOf: (name) => Code.fromAsset(bundleDirectory(name)),
  });
  return app;
}
