/** One decision of the pipeline: which step did what to which part of the page, and why. */
export interface TraceEntry {
  readonly step: string;
  readonly verdict: string;
  readonly reason: string;
  /** First words of the part, or its tag and classes. */
  readonly subject?: string;
  /** For a block of the page: the chance (0–1) that it is content. */
  readonly score?: number;
}

/** Collects decisions. Steps take it as an optional last argument and cost nothing without it. */
export interface Trace {
  readonly entries: readonly TraceEntry[];
  readonly add: (entry: TraceEntry) => void;
}

export function createTrace(): Trace {
  const entries: TraceEntry[] = [];
  return { entries, add: (entry) => void entries.push(entry) };
}
