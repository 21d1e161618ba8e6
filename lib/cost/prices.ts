/** US dollars, list prices on demand, without the free tier. */
export interface Prices {
  /** A GB-second of Lambda by architecture; the first tier. */
  readonly gigabyteSecond: { readonly arm64: number; readonly x86_64: number };
  readonly invocation: number;
  /** A request of a REST API; streamed answers count once each 10 MB. */
  readonly apiRequest: number;
  readonly writeUnit: number;
  readonly readUnit: number;
  readonly bucketPut: number;
  readonly bucketGet: number;
  /** S3 Standard, a GB for a month. */
  readonly bucketGigabyteMonth: number;
  readonly queueRequest: number;
  readonly logGigabyte: number;
  /** To the internet, the first 10 TB. */
  readonly gigabyteOut: number;
  /** A month: one metric of an alarm, one metric of our own, one dashboard, one key of KMS, one secret. */
  readonly alarmMetric: number;
  readonly ownMetric: number;
  readonly dashboard: number;
  readonly encryptionKey: number;
  readonly secret: number;
  /** The firewall: its list of rules and each rule, a month; and a request. */
  readonly firewall: number;
  readonly firewallRule: number;
  readonly firewallRequest: number;
}

/** When the table was last compared with the price lists. */
export const pricesOf = '2026-11';

const everywhere = {
  gigabyteSecond: { arm64: 0.000_013_333_4, x86_64: 0.000_016_666_7 },
  invocation: 0.2e-6,
  queueRequest: 0.4e-6,
  gigabyteOut: 0.09,
  alarmMetric: 0.1,
  ownMetric: 0.3,
  dashboard: 3,
  encryptionKey: 1,
  secret: 0.4,
  firewall: 5,
  firewallRule: 1,
  firewallRequest: 0.6e-6,
} as const;

export const pricesByRegion: Readonly<Record<string, Prices>> = {
  'us-east-1': {
    ...everywhere,
    apiRequest: 3.5e-6,
    writeUnit: 0.625e-6,
    readUnit: 0.125e-6,
    bucketPut: 5e-6,
    bucketGet: 0.4e-6,
    bucketGigabyteMonth: 0.023,
    logGigabyte: 0.5,
  },
  'eu-central-1': {
    ...everywhere,
    apiRequest: 3.7e-6,
    writeUnit: 0.7625e-6,
    readUnit: 0.1525e-6,
    bucketPut: 5.4e-6,
    bucketGet: 0.43e-6,
    bucketGigabyteMonth: 0.0245,
    logGigabyte: 0.63,
  },
};
