import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Some resources and properties exist in some regions only. */
const regions = [
  'us-east-1',
  'us-west-2',
  'ca-central-1',
  'sa-east-1',
  'eu-central-1',
  'eu-west-1',
  'ap-northeast-1',
  'ap-southeast-2',
];

/** The CDK writes dependencies that references enforce already (W3005). */
const ignored = 'W3005';

const maxLintMs = 120_000;

/**
 * Checks the templates of a cloud assembly with cfn-lint. Returns false when it is not installed, and throws with its
 * findings.
 */
export function lintTemplates(directory: string): boolean {
  const templates = readdirSync(directory)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => join(directory, file));
  if (templates.length === 0) throw new Error(`${directory} has no template: npm run synth writes it.`);
  const { error, status, stdout, stderr } = spawnSync(
    'cfn-lint',
    ['--regions', ...regions, '--ignore-checks', ignored, '--', ...templates],
    { encoding: 'utf8', timeout: maxLintMs },
  );
  // 127: a version manager of Python knows the command, and has it in no version that is in use.
  if ((error !== undefined && 'code' in error && error.code === 'ENOENT') || status === 127) return false;
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`cfn-lint has findings:\n${stdout}${stderr}`);
  return true;
}
