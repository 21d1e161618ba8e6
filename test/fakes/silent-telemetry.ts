import type { Logger } from '#shared/kernel/logger.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };

export const silentMetrics: Metrics = { count: () => {}, flush: () => {} };
