import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { type PlanOverrides, planOverrides } from '#shared/contract/plan.ts';
import { settingNames, settings, type Settings } from '#shared/contract/settings.ts';
import type * as z from 'zod';

export interface DeploymentSettings extends Settings {
  readonly plans: PlanOverrides;
}

const explain = (what: string, error: z.ZodError): Error => {
  const problems = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  return new Error(`${what} cannot be used:\n${problems.join('\n')}`);
};

function readPlans(file: string | undefined): PlanOverrides {
  if (file === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The plans file ${file} cannot be read as JSON.`, { cause });
  }
  const result = planOverrides.safeParse(content);
  if (!result.success) throw explain(`The plans file ${file}`, result.error);
  return result.data;
}

/** The operator's settings: the environment takes precedence over `.env`. Throws one error that names every problem. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  envFile = '.env',
): DeploymentSettings {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
  const given = Object.fromEntries(
    settingNames
      .map((name) => [name, environment[name] ?? fromFile[name]] as const)
      // An empty line in .env means "not set".
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settings.safeParse(given);
  if (!result.success) throw explain('The settings (environment, .env)', result.error);
  return { ...result.data, plans: readPlans(result.data.PLANS_FILE) };
}
