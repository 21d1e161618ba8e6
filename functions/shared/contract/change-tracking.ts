import * as z from 'zod';

const maxTagCharacters = 200;

/** What is told of a page that has changed, beside the fact. */
const mode = z.enum(['git-diff'], {
  error: ({ input }) =>
    input === 'json' ? 'json is not compared field by field: use "git-diff"' : undefined,
});
const modes = z.array(mode);

/** Names a row of versions: the same page under another tag is compared apart. */
const tag = z.string().min(1).max(maxTagCharacters).optional();

export const changeTrackingOptions = z.strictObject({ modes: modes.default([]), tag });
export type ChangeTrackingOptions = z.output<typeof changeTrackingOptions>;

/** The format as an object. */
export const changeTrackingFormat = z.strictObject({
  type: z.literal('changeTracking'),
  modes: modes.optional(),
  tag,
});

const line = z.int().min(1);
const content = z.string().meta({ description: 'The line with its sign: a space, + or -' });

/** A line of a diff, as the package parse-diff has it; `ln1` is its number before, `ln2` after. */
const lineChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('normal'), normal: z.literal(true), ln1: line, ln2: line, content }),
  z.object({ type: z.literal('add'), add: z.literal(true), ln: line, content }),
  z.object({ type: z.literal('del'), del: z.literal(true), ln: line, content }),
]);

const chunk = z.object({
  content: z.string().meta({ description: 'Its header, such as `@@ -1,3 +1,3 @@`' }),
  changes: z.array(lineChange),
});

export const pageDiff = z
  .object({
    text: z.string().meta({ description: 'Unified diff of the Markdown, without names of files' }),
    json: z.object({
      files: z.array(z.object({ from: z.null(), to: z.null(), chunks: z.array(chunk) })),
    }),
  })
  .meta({ description: 'With the mode `git-diff`, for a page that has changed' });
export type PageDiff = z.output<typeof pageDiff>;

export const changeTracking = z.object({
  previousScrapeAt: z.string().nullable().meta({
    description: 'When the version was scraped that the page is compared with; null for a new page',
  }),
  changeStatus: z.enum(['new', 'same', 'changed', 'removed']).meta({
    description: '`removed`: the page has a version, and now its server answers 404 or 410',
  }),
  diff: pageDiff.optional(),
});
export type ChangeTracking = z.output<typeof changeTracking>;
