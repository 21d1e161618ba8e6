import { crawlDeadLetterEnvironment } from '#shared/contract/environment.ts';
import { pageMessage } from '#shared/contract/messages.ts';
import { createCloseDeadPages } from '#shared/crawl/lifecycle/close-dead-pages.ts';
import { crawlClients, productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createQueueHandler } from '#shared/kernel/queue-batch.ts';

const environment = readEnvironment(crawlDeadLetterEnvironment);
const clients = crawlClients(environment);
const closeDeadPages = createCloseDeadPages({
  ...productionCrawlPorts(clients, environment),
  clock: systemClock,
});

export const handler = createQueueHandler({
  schema: pageMessage,
  handle: ({ message }) => closeDeadPages(message),
  logger: createLogger('crawl-dead-letter'),
  failure: 'failed to close dead pages',
});
