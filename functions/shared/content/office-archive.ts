import type { Document } from 'domhandler';
import { type Unzipped, unzipSync } from 'fflate';

import { AppError } from '#shared/kernel/errors.ts';
import { parseXml } from './parse-xml.ts';

/** Parts of a document by their path; `undefined` for those it has not got. */
export interface OfficeArchive {
  readonly names: readonly string[];
  readonly xml: (name: string) => Document | undefined;
}

/** A few kilobytes can unpack to gigabytes; no document of text comes near. */
const maxPartBytes = 64_000_000;
const maxTotalBytes = 128_000_000;

function unpack(bytes: Uint8Array): Unzipped {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name) || originalSize > maxPartBytes) return false;
        total += originalSize;
        return total <= maxTotalBytes;
      },
    });
  } catch (error) {
    throw new AppError('UNSUPPORTED_TYPE', 'The office document is damaged.', { cause: error });
  }
}

/** Opens a ZIP container of XML parts. Throws AppError UNSUPPORTED_TYPE when it is damaged. */
export function openArchive(bytes: Uint8Array): OfficeArchive {
  const parts = new Map(Object.entries(unpack(bytes)));
  const decoder = new TextDecoder();
  return {
    names: [...parts.keys()],
    xml: (name) => {
      const part = parts.get(name);
      return part === undefined ? undefined : parseXml(decoder.decode(part));
    },
  };
}
