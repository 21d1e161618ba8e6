import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

import { bundleDirectory } from './bundles.ts';
import type { DeploymentSettings } from './settings.ts';
import { WinnowStack } from './stack.ts';

export const stackName = 'Winnow';

/** The CDK application, reading functions from their bundles. */
export function createApp(settings: DeploymentSettings, outdir: string): App {
  const app = new App({ outdir, analyticsReporting: false });
  new WinnowStack(app, stackName, { settings, codeOf: (name) => Code.fromAsset(bundleDirectory(name)) });
  return app;
}
