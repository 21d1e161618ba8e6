import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The annotation of a page: its whole main text, or phrases that must and must not be in it. */
export interface Truth {
  readonly text?: string;
  readonly must?: readonly string[];
  readonly mustNot?: readonly string[];
  readonly title?: string;
}

export interface TrainingPage {
  readonly id: string;
  readonly set: string;
  readonly url: string;
  readonly contentType: string;
  /** Page type in wcxb-dev, language in the sets of news. */
  readonly type?: string;
  readonly truth: Truth;
  readonly bytes: () => Uint8Array;
}

interface ListedPage {
  readonly id: string;
  readonly url: string;
  readonly contentType?: string;
  readonly type?: string;
  readonly html: string;
  readonly truth: Truth;
}

export function readPages(dataDir: string, set: string): TrainingPage[] {
  const root = join(dataDir, set);
  const lines = gunzipSync(readFileSync(join(root, 'pages.jsonl.gz')))
    .toString()
    .split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedPage)
    .map(({ html, contentType = 'text/html', ...page }) =>
      Object.assign(page, {
        set,
        contentType,
        bytes: () => gunzipSync(readFileSync(join(root, 'html', html))),
      }),
    );
}
