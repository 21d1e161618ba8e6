import { describe, expect, test } from 'vitest';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';

describe('the plan catalogue', () => {
  test.for([
    ['hobby', 500, 3, 10, 2, 2, 2],
    ['pro', 2_000, 5, 60, 10, 5, 5],
    ['starter', 3_500, 5, 100, 20, 5, 10],
    ['scale', 20_000, 10, 500, 100, 50, 50],
    ['enterprise', null, 30, 5_000, 1_000, 100, 200],
  ] as const)(
    'has %s with its limits',
    ([id, monthlyRequests, aiPages, requestsPerMinute, crawlsPerMinute, pagesAtOnce, requestsAtOnce]) => {
      expect(planCatalogue().find(id)).toMatchObject({
        id,
        monthlyRequests,
        aiPages,
        requestsPerMinute,
        crawlsPerMinute,
        pagesAtOnce,
        requestsAtOnce,
      });
    },
  );

  test('knows free as hobby and business as scale', () => {
    const { find } = planCatalogue();

    expect([find('free')?.id, find('business')?.id, find('gold')]).toEqual(['hobby', 'scale', undefined]);
  });

  test('has no prices but those of the operator', () => {
    const { find } = planCatalogue({ pro: { priceRub: 1_490 } });

    expect([find('pro')?.priceRub, find('hobby')?.priceRub]).toEqual([1_490, undefined]);
  });

  test('lets an operator change a plan in part and add a whole one', () => {
    const { find } = planCatalogue({
      free: { monthlyRequests: 5 },
      team: {
        monthlyRequests: 9,
        operations: ['scrape'],
        aiPages: 0,
        requestsPerMinute: 1,
        crawlsPerMinute: 1,
        pagesAtOnce: 1,
        requestsAtOnce: 1,
      },
    });

    expect(find('hobby')).toMatchObject({ monthlyRequests: 5, aiPages: 3 });
    expect(find('team')?.monthlyRequests).toBe(9);
  });

  test('refuses a new plan that lacks a field', () => {
    expect(() => planCatalogue({ team: { monthlyRequests: 9 } })).toThrow(
      'The plan "team" of PLANS_FILE cannot be used; a new plan needs every field: operations: is required; aiPages: is required',
    );
  });
});

describe('permission', () => {
  const { find } = planCatalogue();
  const hobby = find('hobby')!;
  const starter = find('starter')!;

  test('extract begins with the Starter plan', () => {
    expect(() => requirePermission(hobby, undefined, 'extract')).toThrow(
      expect.objectContaining({ code: 'PLAN_FORBIDS', status: 403 }),
    );
    expect(() => requirePermission(starter, undefined, 'extract')).not.toThrow();
  });

  test('a key can be limited to some operations of its plan', () => {
    expect(() => requirePermission(starter, ['scrape'], 'search')).toThrow('may not use search');
    expect(() => requirePermission(starter, ['scrape'], 'scrape')).not.toThrow();
  });
});
