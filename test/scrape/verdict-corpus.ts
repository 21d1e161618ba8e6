import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parsePage } from '#shared/content/page/parse-page.ts';
import { judgePage, type PageVerdict } from '#shared/scrape/verdict/judge-page.ts';

const directory = join(import.meta.dirname, '../fixtures/verdicts');

type VerdictKind = PageVerdict['verdict'];

/** A row of `index.json`: an answer as a server or the browser gave it, and what it is. */
interface CorpusRow {
  /** `<kind>--<case>`; the body is the `.html` file of this name. */
  readonly page: string;
  readonly expected: VerdictKind;
  readonly source: 'local' | 'cloud';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url?: string;
  /** Written before the rules and never used to improve them. */
  readonly heldOut?: true;
}

export interface JudgedCase extends CorpusRow, PageVerdict {
  readonly bytes: Buffer;
}

function judged(row: CorpusRow): JudgedCase {
  const bytes = readFileSync(join(directory, `${row.page}.html`));
  const url = row.url ?? 'https://site.test/page';
  const { source, status, headers } = row;
  const page = parsePage({ bytes, contentType: headers['content-type'], url });
  return { ...row, bytes, ...judgePage(page, { source, status, headers, finalUrl: url }) };
}

export const judgeCorpus = (): readonly JudgedCase[] =>
  (JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8')) as readonly CorpusRow[]).map(judged);

export interface VerdictScore {
  readonly kind: VerdictKind;
  readonly cases: number;
  /** Of what was judged so, the share that is so. */
  readonly precision: number;
  /** Of what is so, the share that was judged so. */
  readonly recall: number;
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

export const scoresOf = (cases: readonly JudgedCase[]): readonly VerdictScore[] =>
  (['fine', 'needs-rendering', 'blocked', 'empty'] as const).map((kind) => {
    const expected = cases.filter((one) => one.expected === kind);
    const given = cases.filter((one) => one.verdict === kind);
    const right = expected.filter((one) => one.verdict === kind).length;
    return {
      kind,
      cases: expected.length,
      precision: share(right, given.length),
      recall: share(right, expected.length),
    };
  });
