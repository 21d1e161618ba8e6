import { join } from 'node:path';

import { systemClock } from '#shared/kernel/clock.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { createSiteEndpoint } from '#shared/site/site-endpoint.ts';
import { siteFiles } from '#shared/site/site-files.ts';

export const handler = createSiteEndpoint({
  files: siteFiles(join(import.meta.dirname, 'files')),
  telemetry: { logger: createLogger('site'), metrics: createMetrics() },
  clock: systemClock,
}).streamed();
