import type { Example } from '../../lib/training/training-set.ts';
import { exampleOf } from '../../lib/training/training-set.ts';
import type { Truth } from '../../lib/training/read-pages.ts';

/** The example of a page with this body; every `site` is one of its own. */
export async function exampleWith(body: string, truth: Truth, site = 1, set = 'wcxb-dev'): Promise<Example> {
  const html = `<html><head><title>Tea</title></head><body>${body}</body></html>`;
  const example = await exampleOf({
    id: String(site),
    set,
    url: `https://www.site-${site}.example/tea`,
    contentType: 'text/html',
    type: 'article',
    truth,
    bytes: () => new TextEncoder().encode(html),
  });
  if (example === undefined) throw new Error('The page is not HTML.');
  return example;
}

/** What is known of each block, by its text: the share of it that is content, or undefined. */
export const verdictsOf = ({ texts, shares, known }: Example): Record<string, number | undefined> =>
  Object.fromEntries(
    texts.map((text, block) => [text.trim(), known[block] === 1 ? shares[block] : undefined]),
  );
