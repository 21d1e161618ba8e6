import { zipFiles } from './zip-files.ts';

export type OfficeKind = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods';

/** The kind of a document in a ZIP archive, or the name of a kind that is not read. */
export type ArchiveKind = { readonly kind: OfficeKind } | { readonly notRead: string };

/** The files in which each format of Microsoft Office has its text, at any name (ECMA-376-2). */
const mainFolders: readonly (readonly [RegExp, OfficeKind])[] = [
  [/^word\/[^/]+\.xml$/i, 'docx'],
  [/^xl\/[^/]+\.xml$/i, 'xlsx'],
  [/^ppt\/[^/]+\.xml$/i, 'pptx'],
];

const openDocument = 'application/vnd.oasis.opendocument.';

/** Kinds by the text of the file `mimetype`, where templates and their documents begin alike (ISO/IEC 26300-3). */
const mediaTypes: readonly (readonly [string, ArchiveKind])[] = [
  [`${openDocument}text`, { kind: 'odt' }],
  [`${openDocument}spreadsheet`, { kind: 'ods' }],
  [`${openDocument}presentation`, { notRead: 'an OpenDocument presentation' }],
  [openDocument, { notRead: 'an OpenDocument file that is neither a text nor a spreadsheet' }],
  ['application/epub+zip', { notRead: 'an EPUB book' }],
];

const maxMediaTypeBytes = 200;

/**
 * The kind of a ZIP archive, by the names of its files and the media type that some formats have in one of them; `undefined` when it is
 * no document. Throws as `zipFiles`.
 */
export function archiveKind(bytes: Uint8Array): ArchiveKind | undefined {
  const names = new Set<string>();
  const files = zipFiles(bytes, ({ name, size, originalSize }) => {
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst && name === 'mimetype' && Math.max(size, originalSize) <= maxMediaTypeBytes;
  });
  const mediaType = new TextDecoder('latin1').decode(files['mimetype']);
  const typed = mediaTypes.find(([type]) => mediaType.startsWith(type))?.[1];
  if (typed !== undefined) return typed;
  const folder = mainFolders.find(([pattern]) => names.values().some((name) => pattern.test(name)));
  if (folder !== undefined) return { kind: folder[1] };
  return names.has('xl/workbook.bin') ? { notRead: 'a binary Excel workbook' } : undefined;
}
