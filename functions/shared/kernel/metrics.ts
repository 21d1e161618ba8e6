import { MetricUnit, Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';

/** Counters and durations in CloudWatch's embedded metric format (one log line per `flush`). */
export interface Metrics {
  readonly count: (name: string, value?: number) => void;
  readonly milliseconds: (name: string, value: number) => void;
  readonly flush: () => void;
}

export function createMetrics(serviceName: string): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: 'Winnow', serviceName });
  return {
    count: (name, value = 1) => {
      metrics.addMetric(name, MetricUnit.Count, value);
    },
    milliseconds: (name, value) => {
      metrics.addMetric(name, MetricUnit.Milliseconds, value);
    },
    flush: () => {
      metrics.publishStoredMetrics();
    },
  };
}
