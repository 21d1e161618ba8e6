import type { Document } from 'domhandler';
import type { Unzipped } from 'fflate';

import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';
import { zipFiles } from '#shared/content/page/zip-files.ts';
import { parseXml, parseXmlBeginning, type XmlBeginning } from '#shared/content/html/parse-xml.ts';

/** The XML parts of a document by path; `undefined` for a missing part. */
export interface OfficeArchive {
  readonly has: (name: string) => boolean;
  readonly xml: (name: string) => Document | undefined;
  /** The beginning of a part that may be too long to read, such as a sheet. */
  readonly xmlBeginning: (name: string) => XmlBeginning | undefined;
}

/** The XML files. */
function unpack(bytes: Uint8Array): Unzipped {
  let total = 0;
  return zipFiles(bytes, ({ name, originalSize }) => {
    if (!/\.(?:xml|rels)$/i.test(name)) return false;
    total += originalSize;
    if (total > documentLimits.unpackedBytes)
      throw tooLarge('The office document unpacks to', documentLimits.unpackedBytes, 'bytes');
    return true;
  });
}

/** Opens a ZIP container of XML parts. Throws AppError UNSUPPORTED_TYPE when it is damaged, or TOO_LARGE. */
export function openArchive(bytes: Uint8Array): OfficeArchive {
  const parts = new Map(Object.entries(unpack(bytes)));
  const decoder = new TextDecoder();
  return {
    has: (name) => parts.has(name),
    xml: (name) => {
      const part = parts.get(name);
      return part === undefined ? undefined : parseXml(decoder.decode(part));
    },
    xmlBeginning: (name) => {
      const part = parts.get(name);
      return part === undefined ? undefined : parseXmlBeginning(decoder.decode(part));
    },
  };
}
