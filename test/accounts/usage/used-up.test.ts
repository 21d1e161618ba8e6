import { expect, test } from 'vitest';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { overAllowance, overBudget } from '#shared/accounts/usage/used-up.ts';

const hobby = planCatalogue().find('hobby')!;

test.for([
  [{ left: 0, held: 0 }, "The hobby plan's 500 requests of this month are used up."],
  [
    { left: 0, held: 5 },
    "This request may cost 9 requests, and of the hobby plan's 500 requests of this month 0 are left. Running requests of the account hold 5, and give back what they do not need.",
  ],
  [
    { left: 4, held: 0 },
    "This request may cost 9 requests, and of the hobby plan's 500 requests of this month 4 are left.",
  ],
  [{}, "This request may cost 9 requests, more than the hobby plan's 500 requests of this month."],
] as const)('an allowance with %j says: %s', ([shortage, message]) => {
  expect(overAllowance(hobby, 9, shortage)).toBe(message);
});

test('a budget says what running requests with its key hold', () => {
  expect(overBudget({ monthlyBudget: 4 }, 3, { left: 0, held: 4 })).toBe(
    "This request may cost 3 requests, and of this API key's budget of 4 requests a month 0 are left. Running requests with this key hold 4, and give back what they do not need.",
  );
});

test('one request is one request', () => {
  expect(overAllowance(hobby, 1, { left: 0, held: 500 })).toContain('This request may cost 1 request, and');
});

test('a budget says what is left of it', () => {
  expect(overBudget({ monthlyBudget: 4 }, 5, { left: 1, held: 0 })).toBe(
    "This request may cost 5 requests, and of this API key's budget of 4 requests a month 1 is left.",
  );
});
