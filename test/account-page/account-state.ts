import type * as z from 'zod';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import type {
  accountData,
  accountKey,
  accountUsageData,
  deliveriesData,
  recentRequestsData,
} from '#shared/contract/account.ts';
import type { authorizationData } from '#shared/contract/authorization.ts';
import type { crawlErrorsData, crawlListData, crawlStatusData } from '#shared/contract/crawl.ts';
import type { Operation } from '#shared/contract/usage.ts';

type Item<List> = List extends readonly (infer Each)[] ? Each : never;

export type Key = z.output<typeof accountKey>;
export type UsageDay = Item<z.output<typeof accountUsageData>['days']>;
export type RecentRequest = Item<z.output<typeof recentRequestsData>['requests']>;
export type Delivery = Item<z.output<typeof deliveriesData>['deliveries']>;
export type ListedCrawl = Item<z.output<typeof crawlListData>['crawls']>;
export type CrawlError = Item<z.output<typeof crawlErrorsData>['errors']>;
export type Coverage = z.output<typeof crawlStatusData>['coverage'];

export interface Crawl {
  listed: ListedCrawl;
  coverage: Coverage;
  readonly errors: readonly CrawlError[];
}

/** What the API knows of an account. Tests change it as they like. */
export interface AccountState {
  account: z.output<typeof accountData>;
  keys: Key[];
  days: UsageDay[];
  requests: RecentRequest[];
  crawls: Crawl[];
  deliveries: Delivery[];
  /** The program that asks for a key, and where its redirect URI leads. */
  asking: z.output<typeof authorizationData> & { readonly redirectTo: string };
  /** Nobody is signed in when false. */
  isSignedIn: boolean;
  /** What the page of a scrape, and the result of an extraction, are made of. */
  scraped: { readonly markdown: string; readonly texts: readonly string[] };
  /** Sentence with which every call of the account fails. */
  failure: string | undefined;
}

const at = (msAgo: number): string => new Date(Date.now() - msAgo).toISOString();
const daysAgo = (count: number): string => at(count * 86_400_000).slice(0, 10);

const prices: Readonly<Record<string, number>> = { hobby: 0, pro: 1_490, starter: 2_490, scale: 12_900 };

/** An account that was made a moment ago. */
export function newAccount(): AccountState {
  const plans = planCatalogue().plans.map((plan) => ({
    ...plan,
    ...(prices[plan.id] === undefined ? {} : { priceRub: prices[plan.id] }),
  }));
  return {
    account: {
      accountId: 'acct_Q2m1bXk4T0a9',
      email: 'ada@example.com',
      createdAt: at(60_000),
      plan: plans.find(({ id }) => id === 'hobby')!,
      plans,
    },
    keys: [],
    days: [],
    requests: [],
    crawls: [],
    deliveries: [],
    asking: {
      program: 'Claude',
      destination: { kind: 'web', name: 'claude.ai' },
      operations: ['scrape', 'crawl', 'map', 'search'],
      redirectTo: '/account/keys',
    },
    scraped: { markdown: '# A page', texts: [] },
    isSignedIn: true,
    failure: undefined,
  };
}

const key = (id: string, name: string, more: Partial<Key> = {}): Key => ({
  id,
  name,
  preview: `wnk_${id.slice(-6)}`,
  environment: 'production',
  state: 'active',
  usedThisMonth: 0,
  createdAt: at(40 * 86_400_000),
  ...more,
});

/** The same numbers in each run: a small linear congruence. */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function someDays(): UsageDay[] {
  const next = numbers();
  const operations: readonly Operation[] = ['scrape', 'crawl', 'search', 'extract'];
  return Array.from({ length: 40 }, (_, index) => index).flatMap((ago) =>
    operations.flatMap((operation): UsageDay[] => {
      if (next() < 0.35) return [];
      const requests = Math.ceil(next() * (operation === 'crawl' ? 90 : 30));
      return [
        {
          day: daysAgo(ago),
          keyId: next() < 0.6 ? 'key_monitor' : next() < 0.5 ? 'key_nightly' : 'page',
          operation,
          requests,
          pages: requests,
          ai: operation === 'search' ? Math.floor(requests / 3) : 0,
        },
      ];
    }),
  );
}

const someRequests = (): RecentRequest[] =>
  Array.from({ length: 34 }, (_, index) => ({
    id: `run_${index}`,
    requestId: `f3a81c2${index}-4c1d-4f8e-9b1a-22d1c0ffee${10 + index}`,
    at: at(index * index * 40_000 + 4_000),
    operation: (['scrape', 'search', 'scrape', 'extract', 'crawl'] as const)[index % 5]!,
    keyId: ['key_monitor', 'key_nightly', 'page'][index % 3]!,
    host: ['shop.example', 'news.example.org', 'docs.example.com', 'xn--e1afmkfd.example'][index % 4]!,
    ...(index === 0 ? {} : { status: index % 9 === 4 ? 429 : index % 11 === 6 ? 503 : 200 }),
    ...(index % 9 === 4 ? { code: 'QUOTA_EXCEEDED' } : {}),
    ...(index % 11 === 6 ? { code: 'MODEL_UNAVAILABLE' } : {}),
    ...(index % 7 === 3 ? { code: 'BLOCKED' } : {}),
    ...(index === 0 ? {} : { requests: index % 9 === 4 ? 0 : (index % 3) + 1, ms: 180 + index * 137 }),
  }));

const emptyCoverage: Coverage = {
  discovered: 0,
  delivered: 0,
  duplicate: 0,
  excluded: 0,
  robots: 0,
  outOfScope: 0,
  overLimit: 0,
  unread: 0,
  failed: 0,
  pending: 0,
};

const crawl = (
  id: string,
  url: string,
  listed: Partial<ListedCrawl>,
  coverage: Partial<Coverage>,
): Crawl => ({
  listed: {
    id,
    kind: 'crawl',
    url,
    status: 'completed',
    total: 120,
    completed: 120,
    createdAt: at(7_200_000),
    expiresAt: at(-6 * 86_400_000),
    ...listed,
  },
  coverage: { ...emptyCoverage, ...coverage },
  errors: [
    ...Array.from({ length: 7 }, (_, index): CrawlError => ({
      url: `${url}old/${index}`,
      state: 'failed',
      code: 'HTTP_ERROR',
      reason: 'the server answered with HTTP 404',
    })),
    ...Array.from({ length: 3 }, (_, index): CrawlError => ({
      url: `${url}private/${index}`,
      state: 'robots',
      reason: 'robots.txt forbids it',
    })),
  ],
});

const someDeliveries = (): Delivery[] =>
  Array.from({ length: 12 }, (_, index) => ({
    crawlId: 'crawl_B5atS7SLMI7nzOvLer0J7w',
    sequence: 12 - index,
    event: index === 0 ? 'completed' : index === 11 ? 'started' : 'page',
    url: 'https://hooks.example.com',
    state: index === 1 ? 'pending' : index === 4 ? 'failed' : 'delivered',
    attempts: index === 4 ? 5 : index === 1 ? 2 : 1,
    lastStatus: index === 4 || index === 1 ? 503 : 200,
    lastAttemptAt: at(60_000 * (index + 1)),
    ...(index === 1 ? { nextAttemptAt: at(-120_000) } : {}),
  }));

/** An account that has been used for weeks. */
export function busyAccount(): AccountState {
  const made = newAccount();
  const { plans } = made.account;
  return {
    ...made,
    account: {
      ...made.account,
      createdAt: at(200 * 86_400_000),
      plan: plans.find(({ id }) => id === 'starter')!,
    },
    keys: [
      key('key_monitor', 'price monitor', { usedThisMonth: 1_204, lastUsedOn: daysAgo(0) }),
      key('key_nightly', 'nightly crawl of the documentation', {
        operations: ['crawl', 'scrape'],
        monthlyBudget: 1_000,
        usedThisMonth: 411,
        lastUsedOn: daysAgo(1),
        validUntil: at(-20 * 86_400_000),
      }),
      key('key_laptop', 'laptop', {
        environment: 'development',
        validUntil: at(-3_600_000),
        rotatedTo: 'key_two',
      }),
      key('key_two', 'laptop', { environment: 'development' }),
      key('key_older', 'first try', { state: 'revoked', usedThisMonth: 12, lastUsedOn: daysAgo(16) }),
    ],
    days: someDays(),
    requests: someRequests(),
    crawls: [
      crawl(
        'crawl_running',
        'https://docs.example.com/',
        { status: 'running', total: 200, completed: 40, createdAt: at(30_000) },
        { discovered: 260, delivered: 40, pending: 190, failed: 7, robots: 3, duplicate: 12, excluded: 8 },
      ),
      crawl(
        'crawl_B5atS7SLMI7nzOvLer0J7w',
        'https://shop.example/guide/',
        {},
        { discovered: 150, delivered: 110, failed: 7, robots: 3, outOfScope: 18, overLimit: 12 },
      ),
    ],
    deliveries: someDeliveries(),
  };
}
