import type { Document } from 'domhandler';
import type { Unzipped } from 'fflate';

import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';
import { zipFiles } from '#shared/content/page/zip-files.ts';
import { parseXml, parseXmlBeginning, type XmlBeginning } from '#shared/content/html/parse-xml.ts';

/** The XML parts of a document by path, as `partKey` compares paths; `undefined` for a missing part. */
export interface OfficeArchive {
  /** The path of a part, in the one spelling that all its spellings have in common. */
  readonly find: (name: string) => string | undefined;
  readonly xml: (name: string) => Document | undefined;
  /** The beginning of a part that may be too long to read, such as a sheet. */
  readonly xmlBeginning: (name: string) => XmlBeginning | undefined;
}

/** Copies of the data of other tables, which may be larger than all that a workbook shows. */
const copies = /(?:^|\/)(?:pivotCache|externalLinks)\//i;

/** The XML files. */
function unpack(bytes: Uint8Array): Unzipped {
  let total = 0;
  return zipFiles(bytes, ({ name, originalSize }) => {
    if (!/\.(?:xml|rels)$/i.test(name) || copies.test(name)) return false;
    total += originalSize;
    if (total > documentLimits.unpackedBytes)
      throw tooLarge('The office document unpacks to', documentLimits.unpackedBytes, 'bytes');
    return true;
  });
}

/** The text of a part, in one of the encodings that parts may have: UTF-8, or UTF-16 with a mark of its byte order (ECMA-376-2). */
function partText(part: Uint8Array): string {
  const [first, second] = part;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(part);
  return new TextDecoder().decode(part);
}

/** One spelling of a path: case and percent-encoding make no difference (ECMA-376-2, Part name equivalence). */
function partKey(path: string): string {
  try {
    return decodeURI(path).toLowerCase();
  } catch {
    // A percent sign that encodes nothing.
    return path.toLowerCase();
  }
}

/** Opens a ZIP container of XML parts. Throws AppError UNSUPPORTED_TYPE when it is damaged, or TOO_LARGE. */
export function openArchive(bytes: Uint8Array): OfficeArchive {
  const parts = new Map(Object.entries(unpack(bytes)).map(([name, part]) => [partKey(name), part]));
  return {
    find: (name) => (parts.has(partKey(name)) ? partKey(name) : undefined),
    xml: (name) => {
      const part = parts.get(partKey(name));
      return part === undefined ? undefined : parseXml(partText(part));
    },
    xmlBeginning: (name) => {
      const part = parts.get(partKey(name));
      return part === undefined ? undefined : parseXmlBeginning(partText(part));
    },
  };
}
