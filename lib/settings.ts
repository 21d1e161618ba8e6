import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
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
  if (!existsSync(file)) throw new Error(`PLANS_FILE names ${file}, which does not exist.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The plans file ${file} cannot be read as JSON.`, { cause });
  }
  const result = planOverrides.safeParse(content);
  if (!result.success) throw explain(`The plans file ${file}`, result.error);
  // Throws for what the functions would throw for when they start.
  planCatalogue(result.data);
  return result.data;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of these names: the environment takes precedence over `.env`. */
function givenOf(
  names: readonly string[],
  environment: Environment,
  envFile: string,
): Record<string, string> {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name] ?? fromFile[name];
      // An empty line in .env means "not set".
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** Secrets as texts, which only a service on one machine takes, and the settings that name them in a deployment. */
export const plainSecrets = {
  OPENAI_API_KEY: 'LLM_SECRET_ARN',
  BRAVE_API_KEY: 'BRAVE_SECRET_ARN',
  PROXY_URLS: 'PROXY_URLS_SECRET_ARN',
} as const;
export type PlainSecret = keyof typeof plainSecrets;

/** The secrets that are given as texts. */
export const readPlainSecrets = (
  environment: Environment,
  envFile = '.env',
): Readonly<Partial<Record<PlainSecret, string>>> => givenOf(Object.keys(plainSecrets), environment, envFile);

/** Throws for secrets that are given as texts, because everybody who may see the stack may read its template. */
export function refusePlainSecrets(environment: Environment, envFile = '.env'): void {
  const given = Object.keys(readPlainSecrets(environment, envFile)) as PlainSecret[];
  if (given.length === 0) return;
  const arns = given.map((name) => plainSecrets[name]).join(', ');
  throw new Error(
    `${given.join(', ')} would be readable in the template: store the text in Secrets Manager and set ${arns} (only npm start takes ${given.join(', ')}).`,
  );
}

/** The operator's settings: the environment takes precedence over `.env`. Throws one error that names every problem. */
export function readSettings(environment: Environment, envFile = '.env'): DeploymentSettings {
  const given = givenOf(settingNames, environment, envFile);
  const result = settings.safeParse(given);
  if (!result.success) throw explain('The settings (environment, .env)', result.error);
  return { ...result.data, plans: readPlans(result.data.PLANS_FILE) };
}

/** The operator's changes to the plans, for commands that need no other setting. */
export const readPlanSettings = (environment: Environment, envFile = '.env'): PlanOverrides =>
  readPlans(givenOf(['PLANS_FILE'], environment, envFile)['PLANS_FILE']);
