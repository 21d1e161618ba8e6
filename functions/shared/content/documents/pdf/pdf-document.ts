import { AppError } from '#shared/kernel/errors.ts';
import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { tooLarge } from '#shared/content/dom/document-limits.ts';
import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import { CMapFiles } from './pdf-cmaps.ts';
import { pdfElements } from './pdf-blocks.ts';
import { requireBoundedStreams } from './pdf-streams.ts';
import { withoutFrames } from './pdf-frames.ts';
import { linesOf, type PdfLine } from './pdf-lines.ts';
import { type PdfProxy, runsOf } from './pdf-runs.ts';

/** Later pages are not read. */
const maxPdfPages = 300;
/** Drawings of millions of single letters are not text. */
const maxRuns = 500_000;
/** A page of small print has about 10,000. Thousands of form fields may name one long text. */
const maxCharacters = 5_000_000;

const unreadable = (cause: unknown): AppError =>
  new AppError('UNSUPPORTED_TYPE', 'The PDF file is damaged or protected by a password.', { cause });

async function open(bytes: Uint8Array): Promise<PdfProxy> {
  // Loaded lazily: the PDF reader is larger than the rest of a function.
  const { getDocumentProxy } = await import('unpdf');
  try {
    // The reader transfers its bytes, and uses no WebAssembly, which no thread may run (docs/decisions/0016).
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useWasm: false,
      useWorkerFetch: false,
      BinaryDataFactory: CMapFiles,
    });
  } catch (error) {
    throw unreadable(error);
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** `D:20260301120000+02'00'` (ISO 32000-1, 7.9.4) as an ISO date; `undefined` for anything else. */
export function pdfDate(value: unknown): string | undefined {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(?:([+-]\d{2})'?(\d{2})?|Z)?/.exec(
    text(value) ?? '',
  );
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second = '00', offset, offsetMinutes = '00'] = parts;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${offset === undefined ? 'Z' : `${offset}:${offsetMinutes}`}`;
}

async function metadataOf(document: PdfProxy): Promise<ContentMetadata> {
  const { info } = await document.getMetadata();
  const declared = new Map<string, unknown>(Object.entries(info));
  const fields = {
    title: text(declared.get('Title')),
    author: text(declared.get('Author')),
    description: text(declared.get('Subject')),
    keywords: text(declared.get('Keywords')),
    publishedTime: pdfDate(declared.get('CreationDate')),
    modifiedTime: pdfDate(declared.get('ModDate')),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function pagesOf(document: PdfProxy): Promise<readonly (readonly PdfLine[])[]> {
  const pages: (readonly PdfLine[])[] = [];
  let runs = 0;
  let characters = 0;
  const count = Math.min(document.numPages, maxPdfPages);
  for (let number = 1; number <= count; number++) {
    const page = await document.getPage(number);
    const found = await runsOf(page);
    runs += found.length;
    if (runs > maxRuns) throw tooLarge('The PDF has', maxRuns, 'pieces of text');
    characters += found.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > maxCharacters) throw tooLarge('The PDF has', maxCharacters, 'characters');
    pages.push(linesOf(found, number));
    page.cleanup();
  }
  return pages;
}

function warningsOf(pages: readonly (readonly PdfLine[])[], numPages: number): readonly string[] {
  const read = pages.length;
  const empty = pages.filter((lines) => lines.length === 0).length;
  return [
    ...(numPages > read ? [`The first ${read} of ${numPages} pages were read.`] : []),
    ...(empty > 0
      ? [
          `${empty} of ${read} pages ${empty === 1 ? 'has' : 'have'} no text. Scanned pages are pictures, and text in pictures is not read.`,
        ]
      : []),
  ];
}

/**
 * The text of a PDF with the structure of its layout. Scanned pages have no text. Throws
 * AppError UNSUPPORTED_TYPE for files that cannot be opened, TOO_LARGE for those that unpack to too much.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  requireBoundedStreams(bytes);
  const document = await open(bytes);
  try {
    const metadata = await metadataOf(document);
    const pages = withoutFrames(await pagesOf(document));
    const nodes = pdfElements(pages.flat());
    const { numPages } = document;
    return {
      nodes,
      metadata,
      json: { pages: numPages, pagesRead: pages.length },
      warnings: warningsOf(pages, numPages),
    };
  } catch (error) {
    // The reader finds damage at any point, and its messages do not help a caller.
    if (error instanceof AppError || error instanceof RangeError) throw error;
    throw unreadable(error);
  } finally {
    await document.loadingTask.destroy();
  }
}
