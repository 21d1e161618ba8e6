import { MetricUnit, Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';

/**
 * Counters in CloudWatch's embedded metric format (one log line per `flush`). CloudWatch charges each name, and each
 * function again if it is a dimension: count only what AWS's own metrics of API, functions, queues and tables do not.
 */
export interface Metrics {
  readonly count: (name: string, value?: number) => void;
  readonly flush: () => void;
}

export function createMetrics(): Metrics {
  // The same dimension for all functions.
  const metrics = new PowertoolsMetrics({ namespace: 'Winnow', serviceName: 'winnow' });
  return {
    count: (name, value = 1) => {
      metrics.addMetric(name, MetricUnit.Count, value);
    },
    flush: () => {
      // Flushing nothing would log a warning.
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
