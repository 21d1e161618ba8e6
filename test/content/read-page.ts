import type { ContentFormat, ContentOptions, PageContent } from '#shared/content/formats/content-options.ts';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

interface Read extends Partial<Omit<ContentOptions, 'formats'>> {
  readonly formats?: readonly ContentFormat[];
  readonly url?: string;
  readonly contentType?: string;
  readonly trace?: Trace;
}

/** The whole way from bytes to content, of the whole page unless told otherwise. */
export async function readPage(source: string | Uint8Array, read: Read = {}): Promise<PageContent> {
  const { formats = ['markdown'], url = 'https://site.example/page', contentType, trace, ...options } = read;
  const page = parsePage(
    {
      bytes: typeof source === 'string' ? Buffer.from(source) : source,
      contentType: contentType ?? (typeof source === 'string' ? 'text/html; charset=utf-8' : undefined),
      url,
    },
    trace,
  );
  const wanted: ContentOptions = {
    formats: new Set(formats),
    onlyMainContent: false,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    ...options,
  };
  const contents = await pageContents(page, [wanted], trace);
  return contents[0];
}

/** The Markdown of a whole page, or of a piece of one. */
export async function markdownOf(source: string | Uint8Array, read: Read = {}): Promise<string> {
  const { markdown } = await readPage(source, read);
  return markdown ?? '';
}
