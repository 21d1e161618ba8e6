import { selectorProblem } from '#shared/content/dom/selectors.ts';
import type { ScrapeOptions } from '#shared/contract/scrape.ts';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Throws INVALID_REQUEST for a selector that cannot be used; `prefix` is the path of the options. The selectors stay
 * texts: cheerio, which runs them in the conversion thread, takes no parsed form.
 */
export function requireValidSelectors(
  options: Pick<ScrapeOptions, 'includeTags' | 'excludeTags'>,
  prefix = '',
): void {
  for (const field of ['includeTags', 'excludeTags'] as const)
    for (const [index, selector] of options[field].entries()) {
      const problem = selectorProblem(selector);
      if (problem !== undefined)
        throw new AppError('INVALID_REQUEST', `${prefix}${field}[${index}]: ${problem}`);
    }
}
