import * as z from 'zod';

import { commaSeparated, egressAllow, searchProviders } from './environment.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
/** `Number` takes blank text for 0. */
const numberText = z
  .string()
  .regex(/\S/, { error: 'must be a number', abort: true })
  .pipe(z.coerce.number('must be a number'));
/** US dollars for a million tokens. */
const price = numberText.pipe(z.number().min(0).max(10_000));
const whole = (min: number, max: number) => numberText.pipe(z.int().min(min).max(max));

/** Whole and without wildcards, so that it grants one secret. */
const secretArn = z
  .string()
  .regex(
    /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
    'must be the whole ARN of a secret of Secrets Manager, with the six characters that it ends with',
  );

/** What AWS gives an account at least. */
export const minAccountConcurrency = 10;

const yesOrNo = (otherwise: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(otherwise)
    .transform((text) => text === 'true');

/** `name=value,…`, within what all services of AWS take. */
const tags = commaSeparated
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^(?!aws:)[\w .:/+@-]{1,128}=[\w .:/+@-]{0,256}$/,
          'must be name=value,… of letters, digits, spaces and _ . : / + - @, and no name may begin with aws:',
        ),
    ),
  )
  .transform((entries) =>
    Object.fromEntries(
      entries.map((entry) => {
        const [name = '', value = ''] = entry.split('=', 2);
        return [name, value];
      }),
    ),
  );

/**
 * What an operator may set, in the environment or in `.env`. Read once, when the stack is synthesised; functions get
 * their part through the template.
 */
const settingFields = z
  .object({
    EGRESS_ALLOW: egressAllow.default([]),
    OPENAI_BASE_URL: httpUrl.optional(),
    LLM_SECRET_ARN: secretArn.optional(),
    LLM_MODEL: z.string().min(1).optional(),
    LLM_CONTEXT_TOKENS: whole(2_000, 10_000_000).default(32_000),
    LLM_INPUT_PRICE: price.default(0),
    LLM_OUTPUT_PRICE: price.default(0),
    SEARCH_PROVIDERS: searchProviders.optional(),
    SEARXNG_URL: httpUrl.optional(),
    BRAVE_SECRET_ARN: secretArn.optional(),
    DUCKDUCKGO_URL: httpUrl.optional(),
    PROXY_URLS_SECRET_ARN: secretArn.optional(),
    SECRETS_KMS_KEY_ARN: z
      .string()
      .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a key of KMS')
      .optional(),
    USER_AGENT_TOKEN: z
      .string()
      .regex(/^[A-Za-z_-]+$/, 'must be letters, _ and - (RFC 9309, section 2.2.1)')
      .default('WinnowBot'),
    POLITENESS_DELAY_MS: whole(0, 60_000).default(200),
    MAX_CRAWL_CONCURRENCY: whole(1, 20_000).default(100),
    ACCOUNT_CONCURRENCY: whole(minAccountConcurrency, 1_000_000).default(1_000),
    WEBHOOK_WORKERS: whole(2, 1_000).default(5),
    REQUESTS_PER_SECOND: whole(1, 100_000).default(1_000),
    RETENTION_DAYS: whole(1, 365).default(7),
    ACCOUNT_PAGE: yesOrNo('true'),
    PLANS_FILE: z.string().min(1).optional(),
    STAGE: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be up to 20 small letters, digits and -, a letter first')
      .optional(),
    DOMAIN_NAME: z
      .string()
      .regex(
        /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/,
        'must be a host name in small letters',
      )
      .optional(),
    CERTIFICATE_ARN: z
      .string()
      .regex(/^arn:[\w-]+:acm:/, 'must be the ARN of a certificate of ACM')
      .optional(),
    WAF: yesOrNo('false'),
    API_GATEWAY_LOG_ROLE: z.enum(['none', 'existing', 'create']).default('none'),
    TERMINATION_PROTECTION: yesOrNo('false'),
    ALARM_EMAIL: z.email('must be an e-mail address').optional(),
    BUDGET_USD: numberText.pipe(z.number().positive().max(1_000_000)).optional(),
    DASHBOARD: yesOrNo('false'),
    TAGS: tags.default({}),
  })
  .superRefine(({ SEARCH_PROVIDERS: providers = [], ...given }, context) => {
    const need = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (providers.includes('searxng') && given.SEARXNG_URL === undefined)
      need('SEARXNG_URL', 'is needed by SEARCH_PROVIDERS=searxng');
    if (providers.includes('brave') && given.BRAVE_SECRET_ARN === undefined)
      need('BRAVE_SECRET_ARN', 'or with npm start BRAVE_API_KEY, is needed by SEARCH_PROVIDERS=brave');
    const secrets = [given.LLM_SECRET_ARN, given.BRAVE_SECRET_ARN, given.PROXY_URLS_SECRET_ARN];
    if (given.SECRETS_KMS_KEY_ARN !== undefined && secrets.every((arn) => arn === undefined))
      need('SECRETS_KMS_KEY_ARN', 'is the key of secrets, and no setting names a secret');
    if (given.DOMAIN_NAME !== undefined && given.CERTIFICATE_ARN === undefined)
      need('CERTIFICATE_ARN', 'is needed by DOMAIN_NAME');
    if (given.BUDGET_USD !== undefined && given.ALARM_EMAIL === undefined)
      need('ALARM_EMAIL', 'is needed by BUDGET_USD');
    if (given.CERTIFICATE_ARN !== undefined && given.DOMAIN_NAME === undefined)
      need('DOMAIN_NAME', 'is needed by CERTIFICATE_ARN');
  });
export const settingNames = Object.keys(settingFields.shape);

/** The providers that the operator has set up are the default, before DuckDuckGo, which needs nothing. */
export const settings = settingFields.transform(({ SEARCH_PROVIDERS, ...given }) => ({
  ...given,
  SEARCH_PROVIDERS: SEARCH_PROVIDERS ?? [
    ...(given.SEARXNG_URL === undefined ? [] : (['searxng'] as const)),
    ...(given.BRAVE_SECRET_ARN === undefined ? [] : (['brave'] as const)),
    'duckduckgo' as const,
  ],
}));
export type Settings = z.output<typeof settings>;
