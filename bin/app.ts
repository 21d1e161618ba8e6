import './need-node-24.mjs';

import { createApp } from '../lib/app.ts';
import { buildBundles } from '../lib/bundles.ts';
import { commandLine, runCommand } from '../lib/commands/command-line.ts';
import { readSettings, refusePlainSecrets } from '../lib/settings.ts';

const usage = `node bin/app.ts [options]        write the CloudFormation template, offline, as npm run synth does

  --quick   skip the check of the template against CloudFormation's rules

The folder is cdk.out, or CDK_OUTDIR when that is set. Settings are read from the environment and .env;
.env.example lists them.`;

const { values } = commandLine({ options: { quick: { type: 'boolean', default: false } } }, usage);

// Run by the CDK command line, which names the output folder, by npm start, or by hand. Needs no credentials.
await runCommand(async () => {
  refusePlainSecrets(process.env);
  const settings = readSettings(process.env);
  // Under the CDK command line the standard output is the template.
  const progress = 'CDK_CLI_VERSION' in process.env ? console.error : console.log;
  await buildBundles({ hasAccountPage: settings.ACCOUNT_PAGE }, progress);
  progress('synthesising the stack');
  createApp(settings, process.env['CDK_OUTDIR'] ?? 'cdk.out', { validates: !values.quick }).synth();
});
