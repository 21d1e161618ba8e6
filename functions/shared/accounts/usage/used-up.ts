import type { Plan } from '#shared/contract/plan.ts';

export const allowanceUsedUp = ({ id, monthlyRequests }: Plan): string =>
  `The ${id} plan's ${monthlyRequests} requests of this month are used up.`;

export const budgetUsedUp = ({ monthlyBudget }: { readonly monthlyBudget?: number }): string =>
  `This API key's budget of ${monthlyBudget} requests a month is used up.`;
