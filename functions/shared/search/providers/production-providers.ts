import type { SearchProviderName } from '#shared/contract/search.ts';
import { authorityOf } from '#shared/web/urls/authority.ts';
import { createEgressFetchPage } from '#shared/web/fetch/fetch-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { secretAt } from '#shared/kernel/secret.ts';
import { braveProvider } from './brave-provider.ts';
import { duckduckgo, duckduckgoProvider } from './duckduckgo-provider.ts';
import { createReadAnswer } from './provider-client.ts';
import type { SearchProvider } from './search-provider.ts';
import { searxngProvider } from './searxng-provider.ts';

export interface ProviderSettings {
  readonly SEARCH_PROVIDERS: readonly SearchProviderName[];
  readonly SEARXNG_URL?: string | undefined;
  readonly BRAVE_SECRET_ARN?: string | undefined;
  readonly DUCKDUCKGO_URL?: string | undefined;
  readonly USER_AGENT_TOKEN: string;
}

const required = (value: string | undefined, name: string): string => {
  if (value === undefined) throw new Error(`SEARCH_PROVIDERS names a provider that needs ${name}.`);
  return value;
};

/**
 * The operator's providers in the operator's order. The operator sets their URLs, which may be private; a redirect to any
 * other host obeys the egress rule.
 */
export function productionProviders(settings: ProviderSettings, clock: Clock): readonly SearchProvider[] {
  const { SEARXNG_URL: searxngUrl, BRAVE_SECRET_ARN: braveArn, DUCKDUCKGO_URL: duckduckgoUrl } = settings;
  const readAnswer = createReadAnswer(
    createEgressFetchPage({
      allow: [searxngUrl, duckduckgoUrl].flatMap((url) =>
        url === undefined ? [] : [authorityOf(new URL(url))],
      ),
      userAgentToken: settings.USER_AGENT_TOKEN,
      clock,
    }),
  );
  const created: Readonly<Record<SearchProviderName, () => SearchProvider>> = {
    searxng: () => searxngProvider(readAnswer, required(searxngUrl, 'SEARXNG_URL')),
    brave: () => braveProvider(readAnswer, secretAt(required(braveArn, 'BRAVE_SECRET_ARN'))),
    duckduckgo: () =>
      duckduckgoProvider(
        readAnswer,
        duckduckgoUrl === undefined ? duckduckgo : { htmlUrl: duckduckgoUrl, mediaUrl: duckduckgoUrl },
      ),
  };
  return [...new Set(settings.SEARCH_PROVIDERS)].map((name) => created[name]());
}
