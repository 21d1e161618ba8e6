import { S3Client } from '@aws-sdk/client-s3';

import { boundedRequests, withoutLog } from './aws.ts';

/** Path-style addressing reaches a bucket behind any endpoint, also one without wildcard DNS. */
export const s3Client = (): S3Client =>
  withoutLog(
    new S3Client({
      ...boundedRequests(),
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );
