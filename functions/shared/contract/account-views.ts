/** The views that the menu of the account's page names. */
export const menuViews = ['keys', 'usage', 'crawls', 'webhooks', 'playground', 'plans', 'settings'] as const;

/** The views of the account's page, each at /account/{view}; the overview is /account itself. */
export const accountViews = [...menuViews, 'authorize'] as const;
export type AccountView = (typeof accountViews)[number];

/** What a program asks for, in the query of /account/authorize; others are ignored (RFC 6749 §3.1). */
export const authorizationParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'state',
] as const;

/** The name of the key of a program, by which people find it among their keys. */
export const programKeyName = (program: string): string => `MCP: ${program}`;
