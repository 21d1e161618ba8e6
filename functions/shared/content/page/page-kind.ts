import { AppError } from '#shared/kernel/errors.ts';
import { archiveKind, type OfficeKind } from './archive-kind.ts';
import type { PageResource } from './page-resource.ts';

export type TextKind = 'html' | 'text' | 'markdown' | 'json' | 'xml' | 'feed' | 'csv';
export type FileKind = 'pdf' | OfficeKind;
export type PageKind = TextKind | FileKind;

const latin1 = new TextDecoder('latin1');

interface Signature {
  readonly bytes: string;
  readonly at?: number;
  readonly what: string;
}

const unreadable: readonly Signature[] = [
  { bytes: '\x89PNG', what: 'an image' },
  { bytes: 'GIF8', what: 'an image' },
  { bytes: '\xff\xd8\xff', what: 'an image' },
  { bytes: 'BM', at: 0, what: 'an image' },
  { bytes: '\0\0\x01\0', what: 'an image' },
  { bytes: 'RIFF', what: 'a media file' },
  { bytes: 'ftyp', at: 4, what: 'a media file' },
  { bytes: 'OggS', what: 'a media file' },
  { bytes: 'ID3', what: 'a media file' },
  { bytes: '\x1aE\xdf\xa3', what: 'a media file' },
  { bytes: 'wOFF', what: 'a font' },
  { bytes: 'wOF2', what: 'a font' },
  { bytes: '\x1f\x8b', what: 'an archive' },
  { bytes: 'Rar!', what: 'an archive' },
  { bytes: '7z\xbc\xaf', what: 'an archive' },
  { bytes: '\xfd7zXZ', what: 'an archive' },
  { bytes: '\x7fELF', what: 'a program' },
  { bytes: 'MZ', what: 'a program' },
  { bytes: '\0asm', what: 'a program' },
];

/** Documents of kinds that are not read. */
const documents: readonly Signature[] = [
  { bytes: '\xd0\xcf\x11\xe0', what: 'a document of an old office format' },
  { bytes: '{\\rtf', what: 'an RTF document' },
  { bytes: '%!PS', what: 'a PostScript document' },
];

/** The name of the stream that holds an encrypted office document, in the directory of its container (MS-OFFCRYPTO 2.3.4). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

const byMediaType: readonly (readonly [RegExp, PageKind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^(?:text\/(?:x-)?markdown)$/, 'markdown'],
  [/^application\/(?:rss|atom|rdf)\+xml$/, 'feed'],
  [/^(?:application|text)\/(?:x-)?(?:json|json5|ld\+json|ndjson|jsonlines)$|\+json$/, 'json'],
  [/^(?:text|application)\/xml$|\+xml$/, 'xml'],
  [/^text\/(?:csv|x-csv|comma-separated-values|tab-separated-values)$|^application\/csv$/, 'csv'],
  [/^application\/(?:x-)?pdf$/, 'pdf'],
];

const byExtension: readonly (readonly [RegExp, TextKind])[] = [
  [/\.(?:md|markdown|mdown)$/i, 'markdown'],
  [/\.(?:vue|svelte|astro)$/i, 'text'],
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.(?:json|geojson|jsonl|ndjson)$/i, 'json'],
  [/\.(?:rss|atom)$/i, 'feed'],
  [/\.xml$/i, 'xml'],
];

/** Kinds of text that may begin with an HTML tag without being HTML. */
const mayBeginWithHtml = new Set<TextKind>(['markdown', 'text']);

/** The types that servers give to files they do not know. */
const unknownType = /^(?:text\/plain|application\/(?:octet-stream|binary)|binary\/octet-stream|)$/;

const notRead = (what: string): AppError =>
  new AppError('UNSUPPORTED_TYPE', `The address leads to ${what}, which is not supported.`);

const unsupported = (what: string): AppError =>
  new AppError('UNSUPPORTED_TYPE', `The address leads to ${what}, which has no text to return.`);

function officeKind(bytes: Uint8Array): OfficeKind {
  const found = archiveKind(bytes);
  if (found === undefined) throw unsupported('an archive');
  if ('notRead' in found) throw notRead(found.notRead);
  return found.kind;
}

/**
 * Whether a file is a PDF, before which there may be other bytes (ISO 32000-1, Annex H.3.4.1). Texts that only mention the format have
 * no object after it.
 */
const isPdf = (head: string): boolean =>
  /^[\s\0]*%PDF-/.test(head) || /%PDF-\d\.\d\s+(?:%[^\r\n]*[\r\n]\s*){0,5}\d+\s+\d+\s+obj/.test(head);

const beginsWith = (head: string, { bytes, at = 0 }: Signature): boolean => head.startsWith(bytes, at);

/** Some signatures are words, which also begin texts; in a file, zero bytes are close by. */
const isWord = ({ bytes }: Signature): boolean => /^[\x20-\x7e]+$/.test(bytes);

const headOf = (bytes: Uint8Array): string => latin1.decode(bytes.subarray(0, 2048));
const isArchive = (head: string): boolean => head.startsWith('PK\x03\x04');

/** Whether the first bytes are those of a PDF or of an archive, as office documents are: a browser shows no text of either. */
export function isFile(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  return isPdf(head) || isArchive(head);
}

function binaryKind(bytes: Uint8Array): FileKind | undefined {
  const head = headOf(bytes);
  if (isPdf(head)) return 'pdf';
  if (isArchive(head)) return officeKind(bytes);
  if (/^\s*<[a-z!?]/i.test(head)) return undefined;
  const document = documents.find((signature) => beginsWith(head, signature));
  if (document !== undefined)
    throw notRead(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(encryptedPackage)
        ? 'a document that is protected by a password'
        : document.what,
    );
  const match = unreadable.find((signature) => beginsWith(head, signature));
  if (match === undefined || (isWord(match) && !head.includes('\0'))) return undefined;
  throw unsupported(match.what);
}

const mediaTypeOf = (contentType: string | undefined): string =>
  contentType?.split(';')[0]?.trim().toLowerCase() ?? '';

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';

/** The beginning of a text, without comments and the declarations of XML. */
const firstMarkup = (head: string): string =>
  head.replace(
    /^\ufeff?(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype(?!\s+html)[^>[]*(?:\[[^\]]*\])?\s*>)*/i,
    '',
  );

const isWholePage = (head: string): boolean => /^<(?:!doctype\s+html|html[\s>])/i.test(firstMarkup(head));

/** The kind of markup, by its first tag; `undefined` for other text. */
function markupKind(head: string): TextKind | undefined {
  if (isWholePage(head)) return 'html';
  const start = firstMarkup(head);
  if (/^<(?:rss|feed|rdf:rdf)[\s>]/i.test(start)) return 'feed';
  if (/^\s*<\?xml/i.test(head)) return 'xml';
  const tag = /^<([a-z][a-z0-9]*)[\s>/]/i.exec(start)?.[1]?.toLowerCase();
  return tag !== undefined && htmlStarters.has(tag) ? 'html' : undefined;
}

const htmlStarters = new Set(
  'head body title meta link script style div p a h1 h2 h3 table center font b br img section main article nav header ul form'.split(
    ' ',
  ),
);

function isJson(text: string): boolean {
  if (!/^\s*(?:\{\s*(?:"|\}|$)|\[)/.test(text.slice(0, 256)) || !/[}\]]\s*$/.test(text.slice(-256)))
    return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether decoded bytes are text: unknown binary formats decode to control characters. */
const isReadable = (text: string): boolean => {
  const head = text.slice(0, 2000);
  const odd = head.match(/[\x00-\x08\x0e-\x1a\ufffd]/g)?.length ?? 0;
  return odd <= head.length * 0.1;
};

/** The kind of a file, by its first bytes; `undefined` for text. Throws UNSUPPORTED_TYPE for images, media, archives, programs. */
export function fileKindOf({ bytes, contentType }: PageResource): FileKind | undefined {
  const kind = binaryKind(bytes);
  if (kind !== undefined) return kind;
  const mediaType = mediaTypeOf(contentType);
  const claimsMedia = /^(?:image\/(?!svg)|audio\/|video\/|font\/)/.test(mediaType);
  if (claimsMedia && markupKind(latin1.decode(bytes.subarray(0, 1024))) === undefined)
    throw unsupported(`a file of type ${mediaType}`);
  return undefined;
}

/**
 * The kind of decoded text. Its first tag and its syntax outrank the declared type. The name of a Markdown or source file outranks both
 * when the server does not know the type.
 */
export function textKindOf(text: string, { contentType, url }: PageResource): TextKind {
  const mediaType = mediaTypeOf(contentType);
  const declared = byMediaType.find(([pattern]) => pattern.test(mediaType))?.[1] as
    | TextKind
    | 'pdf'
    | undefined;
  const head = text.slice(0, 4096);
  const path = pathOf(url);
  const named = byExtension.find(([pattern]) => pattern.test(path))?.[1];
  const mayBeHtml = named === undefined || !mayBeginWithHtml.has(named) || isWholePage(head);
  if (!mayBeHtml && unknownType.test(mediaType) && isReadable(text)) return named;
  const markup = markupKind(head);
  if (markup === 'html' && declared !== 'markdown') return 'html';
  if (markup === 'feed' && declared !== 'html') return 'feed';
  if (markup !== undefined && (declared === undefined || declared === 'xml' || declared === 'feed'))
    return markup;
  if (declared === 'html') {
    if (isJson(text)) return 'json';
    return markup === 'feed' ? 'feed' : 'html';
  }
  if (declared !== undefined && declared !== 'pdf') return declared;

  if (!isReadable(text))
    throw unsupported(mediaType === '' ? 'a binary file' : `a file of type ${mediaType}`);
  return named ?? (isJson(text) ? 'json' : 'text');
}
