import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';

import { AppError } from '#shared/kernel/errors.ts';
import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';

/**
 * The files of a ZIP archive that `wants` chooses by name and size in bytes; only these are unpacked. Throws UNSUPPORTED_TYPE when the
 * archive is damaged, or TOO_LARGE.
 */
export function zipFiles(bytes: Uint8Array, wants: (file: UnzipFileInfo) => boolean): Unzipped {
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        entries += 1;
        // The directory of an archive may claim four billion files.
        if (entries > documentLimits.archiveFiles)
          throw tooLarge('The archive has', documentLimits.archiveFiles, 'files');
        return wants(file);
      },
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('UNSUPPORTED_TYPE', 'The office document or archive is damaged.', { cause: error });
  }
}
