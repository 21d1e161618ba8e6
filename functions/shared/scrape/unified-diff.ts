import { structuredPatch, type StructuredPatchHunk } from 'diff';

import type { PageDiff } from '#shared/contract/change-tracking.ts';

/** Unchanged lines around a change, as git shows them. */
const contextLines = 3;
/** The comparison keeps the other pages of its process waiting. */
const maxDiffMs = 500;
/** Added and removed lines together: the time of a comparison grows with their square. */
const maxChangedLines = 2_000;
/** As a text; as an object the diff is some two times as long. */
const maxDiffCharacters = 200_000;

type Chunk = PageDiff['json']['files'][number]['chunks'][number];
type LineChange = Chunk['changes'][number];

function changesOf({ oldStart, newStart, lines }: StructuredPatchHunk): LineChange[] {
  let [before, after] = [oldStart, newStart];
  return lines.map((content): LineChange => {
    if (content.startsWith('+')) return { type: 'add', add: true, ln: after++, content };
    if (content.startsWith('-')) return { type: 'del', del: true, ln: before++, content };
    return { type: 'normal', normal: true, ln1: before++, ln2: after++, content };
  });
}

const chunkOf = (hunk: StructuredPatchHunk): Chunk => ({
  content: `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
  changes: changesOf(hunk),
});

const textOf = ({ content, changes }: Chunk): string =>
  [content, ...changes.map((change) => change.content)].map((line) => `${line}\n`).join('');

const withLastLineEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** How a text became another one, line by line; `undefined` when it would take too long to find out or to read. */
export function unifiedDiff(before: string, after: string): PageDiff | undefined {
  const patch = structuredPatch(
    '',
    '',
    withLastLineEnd(before),
    withLastLineEnd(after),
    undefined,
    undefined,
    {
      context: contextLines,
      timeout: maxDiffMs,
      maxEditLength: maxChangedLines,
    },
  );
  if (patch === undefined) return undefined;
  const chunks = patch.hunks.map(chunkOf);
  const text = chunks.map(textOf).join('');
  return text.length > maxDiffCharacters
    ? undefined
    : { text, json: { files: [{ from: null, to: null, chunks }] } };
}
