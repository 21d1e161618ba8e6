import type { DeploymentSettings } from '../settings.ts';

type TextSetting = {
  [Name in keyof DeploymentSettings]-?: DeploymentSettings[Name] extends string | undefined ? Name : never;
}[keyof DeploymentSettings];

/** The given settings as environment variables; an empty variable would count as a setting. */
export const givenVariables = <Name extends TextSetting>(
  settings: DeploymentSettings,
  names: readonly Name[],
): { readonly [Given in Name]?: string } =>
  Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  ) as { readonly [Given in Name]?: string };

/** The environment variables of the operator's model. */
export const modelVariables = (settings: DeploymentSettings) => ({
  ...givenVariables(settings, ['OPENAI_BASE_URL', 'LLM_SECRET_ARN', 'LLM_MODEL']),
  LLM_CONTEXT_TOKENS: String(settings.LLM_CONTEXT_TOKENS),
  LLM_INPUT_PRICE: String(settings.LLM_INPUT_PRICE),
  LLM_OUTPUT_PRICE: String(settings.LLM_OUTPUT_PRICE),
});
