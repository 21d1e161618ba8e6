import type { ContentOptions, PageContent } from '#shared/content/formats/content-options.ts';
import { documentContents, type ReadDocument } from './document-content.ts';
import { readDocx } from './docx-document.ts';
import { readOds } from './opendocument-sheets.ts';
import { readOdt } from './opendocument-text.ts';
import type { FileKind } from '#shared/content/page/page-kind.ts';
import type { FilePage } from '#shared/content/page/parse-page.ts';
import { readPdf } from './pdf-document.ts';
import { readPptx } from './pptx-document.ts';
import { readXlsx } from './xlsx-document.ts';

type ReadFile = (bytes: Uint8Array) => ReadDocument | Promise<ReadDocument>;

const readers: Readonly<Record<FileKind, ReadFile>> = {
  pdf: readPdf,
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  odt: readOdt,
  ods: readOds,
};

const noRawHtml = 'There is no rawHtml: the URL leads to a file, not to a page.';

/** Contents of a PDF or an office document, one for each of `wanted`. The file is read once. Throws TOO_LARGE. */
export async function fileContents(
  page: FilePage,
  wanted: readonly ContentOptions[],
): Promise<readonly PageContent[]> {
  const document = await readers[page.kind](page.bytes);
  const contents = await documentContents(document, page.url, wanted);
  return contents.map((content, at) =>
    wanted[at]?.formats.has('rawHtml') === true
      ? { ...content, warnings: [...(content.warnings ?? []), noRawHtml] }
      : content,
  );
}
