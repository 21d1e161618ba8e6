import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ContentOptions } from '#shared/content/formats/content-options.ts';
import { markdownOf } from './read-page.ts';

const directory = join(import.meta.dirname, '../fixtures/golden');

/** The members of a page's `.json` file; without one, the whole page is converted. */
type GoldenOptions = Partial<
  Pick<ContentOptions, 'onlyMainContent' | 'includeTags' | 'excludeTags' | 'removeBase64Images'>
> & { readonly url?: string; readonly contentType?: string };

export interface GoldenPage {
  readonly name: string;
  readonly source: Buffer;
  readonly options: GoldenOptions;
  readonly expectedFile: string;
  /** `undefined` until the page has been accepted. */
  readonly expected: string | undefined;
}

/** Where the pages claim to be. */
const pageUrl = 'https://site.example/section/page';

function goldenPage(file: string): GoldenPage {
  const name = file.replace(/\.html$/, '');
  const optionsFile = join(directory, `${name}.json`);
  const expectedFile = join(directory, `${name}.md`);
  return {
    name,
    source: readFileSync(join(directory, file)),
    options: existsSync(optionsFile) ? (JSON.parse(readFileSync(optionsFile, 'utf8')) as GoldenOptions) : {},
    expectedFile,
    expected: existsSync(expectedFile) ? readFileSync(expectedFile, 'utf8') : undefined,
  };
}

/** `NAME.html`, `NAME.md` and perhaps `NAME.json` of test/fixtures/golden. */
export const goldenPages: readonly GoldenPage[] = readdirSync(directory)
  .filter((file) => file.endsWith('.html'))
  .toSorted()
  .map(goldenPage);

export const markdownOfGolden = ({ source, options }: GoldenPage): Promise<string> =>
  markdownOf(source, { url: pageUrl, contentType: 'text/html', ...options });
