import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

import { type CloudAssembly, readCloudAssembly } from '../../lib/local/cloud-assembly.ts';
import { readSettings } from '../../lib/settings.ts';
import { WinnowStack } from '../../lib/stack.ts';

/** The stack, synthesised into `directory`. What its functions run is not in it. */
export function ownAssembly(
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): CloudAssembly {
  const app = new App({
    outdir: directory,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  new WinnowStack(app, 'Winnow', {
    settings: readSettings(environment, ''),
    codeOf: () => Code.fromAsset('functions/usage'),
  });
  app.synth();
  return readCloudAssembly(directory);
}
