import { AppError } from '#shared/kernel/errors.ts';
import type { ContentOptions, PageContent } from './content-options.ts';
import type { FilePage } from './parse-page.ts';

/** Documents that are no text: PDF and the office formats. */
export async function fileContent(page: FilePage, options: ContentOptions): Promise<PageContent> {
  options.signal?.throwIfAborted();
  throw new AppError('UNSUPPORTED_TYPE', `The address leads to a ${page.kind} file, which cannot be read.`);
}
