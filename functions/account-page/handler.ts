import { join } from 'node:path';

import { systemClock } from '#shared/kernel/clock.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { createAccountPageEndpoint } from '#shared/site/account-page-endpoint.ts';
import { siteFiles } from '#shared/site/site-files.ts';

export const handler = createAccountPageEndpoint({
  files: siteFiles(join(import.meta.dirname, 'files')),
  telemetry: { logger: createLogger('account-page'), metrics: createMetrics() },
  clock: systemClock,
}).streamed();
