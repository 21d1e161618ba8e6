import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';

import { AppError } from '#shared/kernel/errors.ts';
import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';

const damaged = (cause?: unknown): AppError =>
  new AppError('UNSUPPORTED_TYPE', 'The office document or archive is damaged.', { cause });

/**
 * The files of a ZIP archive that `wants` chooses by name and size in bytes; only these are unpacked. Throws UNSUPPORTED_TYPE when the
 * archive is damaged, or TOO_LARGE.
 */
export function zipFiles(bytes: Uint8Array, wants: (file: UnzipFileInfo) => boolean): Unzipped {
  let entries = 0;
  let packedBytes = 0;
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        entries += 1;
        // The directory of an archive may claim four billion files.
        if (entries > documentLimits.archiveFiles)
          throw tooLarge('The archive has', documentLimits.archiveFiles, 'files');
        if (!wants(file)) return false;
        packedBytes += file.size;
        // Files that share their bytes make a small archive large. A stored file is copied, whatever its unpacked size is said to be.
        const isStored = file.compression === 0;
        if (packedBytes > bytes.length || (isStored && file.size !== file.originalSize)) throw damaged();
        return true;
      },
    });
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error);
  }
}
