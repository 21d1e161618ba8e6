import type { ContentOptions, PageContent } from '#shared/content/metadata/content-options.ts';
import { documentContent, type ReadDocument } from './document-content.ts';
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

/** Documents that are no text: PDF and the office formats. */
export async function fileContent(page: FilePage, options: ContentOptions): Promise<PageContent> {
  const document = await readers[page.kind](page.bytes);
  return documentContent(document, page.url, options);
}
