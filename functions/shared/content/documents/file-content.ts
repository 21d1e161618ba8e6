import { type ChildNode, isTag, isText } from 'domhandler';

import type { ContentOptions, PageContent } from '#shared/content/formats/content-options.ts';
import { documentContents, type ReadDocument } from './document-content.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { readDocx } from './office/docx-document.ts';
import { readOds } from './office/opendocument-sheets.ts';
import { readOdt } from './office/opendocument-text.ts';
import type { FileKind } from '#shared/content/page/page-kind.ts';
import type { FilePage } from '#shared/content/page/parse-page.ts';
import { readPdf } from './pdf/pdf-document.ts';
import { readPptx } from './office/pptx-document.ts';
import { readXlsx } from './office/xlsx-document.ts';

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

const isShown = (node: ChildNode): boolean =>
  isText(node)
    ? node.data.trim() !== ''
    : isTag(node) && (node.name === 'img' || node.children.some(isShown));

const emptyFile = (kind: FileKind): AppError =>
  new AppError(
    'EMPTY_PAGE',
    kind === 'pdf'
      ? 'The PDF has no text. Scanned pages are pictures, and text in pictures is not read.'
      : 'The file has no text.',
  );

/**
 * Contents of a PDF or an office document, one for each of `wanted`. The file is read once. Throws TOO_LARGE, and
 * EMPTY_PAGE for a file with neither text nor images.
 */
export async function fileContents(
  page: FilePage,
  wanted: readonly ContentOptions[],
): Promise<readonly PageContent[]> {
  const document = await readers[page.kind](page.bytes);
  if (!document.nodes.some(isShown)) throw emptyFile(page.kind);
  const contents = await documentContents(document, page.url, wanted);
  return contents.map((content, at) =>
    wanted[at]?.formats.has('rawHtml') === true
      ? { ...content, warnings: [...(content.warnings ?? []), noRawHtml] }
      : content,
  );
}
