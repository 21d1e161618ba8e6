import { type EstimateAnswer, estimateMessage } from '#shared/contract/estimate.ts';
import { isAppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { EstimateCrawl } from './estimate-crawl.ts';

interface EstimateHandlerDeps {
  readonly estimate: EstimateCrawl;
  readonly logger: Logger;
}

/** Answers the crawl endpoint; failures of the site are answers, too. */
export const createEstimateHandler =
  ({ estimate, logger }: EstimateHandlerDeps) =>
  async (event: unknown): Promise<EstimateAnswer> => {
    const { request, ...context } = estimateMessage.parse(event);
    try {
      return { estimate: await estimate(request, context) };
    } catch (error) {
      if (isAppError(error)) return { failure: { code: error.code, message: error.message } };
      logger.error('failed to estimate a crawl', error);
      throw error;
    }
  };
