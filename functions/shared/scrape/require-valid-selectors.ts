import type { ScrapeOptions } from '#shared/contract/scrape.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Selectors among the options of pages, whose defaults may still be missing. */
type WithSelectors = {
  readonly [Name in 'includeTags' | 'excludeTags' | 'attributesOptions']?: ScrapeOptions[Name] | undefined;
};

/** Each selector with its path. */
const selectorsOf = ({ includeTags = [], excludeTags = [], attributesOptions }: WithSelectors) => [
  ...includeTags.map((selector, at) => [`includeTags[${at}]`, selector] as const),
  ...excludeTags.map((selector, at) => [`excludeTags[${at}]`, selector] as const),
  ...(attributesOptions?.selectors ?? []).map(
    ({ selector }, at) => [`attributesOptions.selectors[${at}].selector`, selector] as const,
  ),
];

/**
 * Rejects with INVALID_REQUEST for a selector that cannot be used; `prefix` is the path of the options. The selectors stay
 * texts: cheerio, which runs them in the conversion thread, takes no parsed form.
 */
export async function requireValidSelectors(options: WithSelectors, prefix = ''): Promise<void> {
  const selectors = selectorsOf(options);
  if (selectors.length === 0) return;
  // Loaded lazily: most requests have no selectors.
  const { selectorProblem } = await import('#shared/content/dom/selectors.ts');
  for (const [path, selector] of selectors) {
    const problem = selectorProblem(selector);
    if (problem !== undefined) throw new AppError('INVALID_REQUEST', `${prefix}${path}: ${problem}`);
  }
}
