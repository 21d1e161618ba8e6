import type { ScrapeOptions } from '#shared/contract/scrape.ts';
import { AppError } from '#shared/kernel/errors.ts';

const fields = ['includeTags', 'excludeTags'] as const;

/**
 * Rejects with INVALID_REQUEST for a selector that cannot be used; `prefix` is the path of the options. The selectors stay
 * texts: cheerio, which runs them in the conversion thread, takes no parsed form.
 */
export async function requireValidSelectors(
  options: Pick<ScrapeOptions, 'includeTags' | 'excludeTags'>,
  prefix = '',
): Promise<void> {
  if (fields.every((field) => options[field].length === 0)) return;
  // Loaded lazily: most requests have no selectors.
  const { selectorProblem } = await import('#shared/content/dom/selectors.ts');
  for (const field of fields)
    for (const [index, selector] of options[field].entries()) {
      const problem = selectorProblem(selector);
      if (problem !== undefined)
        throw new AppError('INVALID_REQUEST', `${prefix}${field}[${index}]: ${problem}`);
    }
}
