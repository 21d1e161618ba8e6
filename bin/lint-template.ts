import './need-node-24.mjs';

import { commandLine, runCommand } from '../lib/commands/command-line.ts';
import { lintTemplates } from '../lib/commands/lint-template.ts';

const usage = `node bin/lint-template.ts        check the templates of cdk.out, or CDK_OUTDIR, with cfn-lint where it is installed`;

commandLine({ options: {} }, usage);

await runCommand(() => {
  const isInstalled = lintTemplates(process.env['CDK_OUTDIR'] ?? 'cdk.out');
  console.log(
    isInstalled
      ? 'cfn-lint has no findings.'
      : 'cfn-lint is not installed: the template was checked by the rules of the CDK only.',
  );
});
