/** The views of the account's page, each at /account/{view}; the overview is /account itself. */
export const accountViews = [
  'keys',
  'usage',
  'crawls',
  'webhooks',
  'playground',
  'plans',
  'settings',
] as const;
export type AccountView = (typeof accountViews)[number];
