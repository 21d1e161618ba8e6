import type { Profiler } from 'node:inspector';

/** What one thread recorded, named after its program. */
export interface ThreadProfile {
  readonly name: string;
  readonly profile: Profiler.Profile;
}

/** Parses a profile of V8, which does not escape the names of functions: one with a quote or a backslash is invalid JSON. */
export const parseProfile = (text: string): Profiler.Profile =>
  JSON.parse(
    text.replaceAll(
      /"functionName":"(.*?)","lineNumber":/gs,
      (_, name: string) => `"functionName":${JSON.stringify(name)},"lineNumber":`,
    ),
  ) as Profiler.Profile;

const frameNamed = (functionName: string): Profiler.ProfileNode['callFrame'] => ({
  functionName,
  scriptId: '0',
  url: '',
  lineNumber: -1,
  columnNumber: -1,
});

/**
 * One profile of several, to be opened as a flame graph: under its root a node for each name, and equal calls of threads
 * of one name as one node. Time in which a thread waits for work is left out. Times are in microseconds and of the clock:
 * on a full machine they hold the wait for a processor (format: Chrome DevTools Protocol, `Profiler.Profile`).
 */
export function mergeProfiles(threads: readonly ThreadProfile[]): Profiler.Profile {
  const nodes: (Profiler.ProfileNode & { readonly children: number[] })[] = [];
  const known = new Map<string, number>();
  /** The merged node of a call below another; 0 stands for none. */
  const nodeOf = (parent: number, callFrame: Profiler.ProfileNode['callFrame']): number => {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    const key = [parent, functionName, url, lineNumber, columnNumber].join(' ');
    const present = known.get(key);
    if (present !== undefined) return present;
    const id = nodes.length + 1;
    nodes.push({ id, callFrame: { ...callFrame, scriptId: '0' }, hitCount: 0, children: [] });
    nodes[parent - 1]?.children.push(id);
    known.set(key, id);
    return id;
  };
  const root = nodeOf(0, frameNamed('(root)'));
  const samples: number[] = [];
  const timeDeltas: number[] = [];

  for (const { name, profile } of threads) {
    const byId = new Map(profile.nodes.map((node) => [node.id, node]));
    const [own] = profile.nodes;
    if (own === undefined) continue;
    const merged = new Map([[own.id, nodeOf(root, frameNamed(name))]]);
    // A node is listed after the one that it hangs from.
    for (const { id, children = [] } of profile.nodes)
      for (const child of children) {
        const frame = byId.get(child)?.callFrame;
        if (frame !== undefined) merged.set(child, nodeOf(merged.get(id) ?? root, frame));
      }
    for (const [at, sample] of (profile.samples ?? []).entries()) {
      if (byId.get(sample)?.callFrame.functionName === '(idle)') continue;
      const node = merged.get(sample) ?? root;
      samples.push(node);
      timeDeltas.push(profile.timeDeltas?.[at] ?? 0);
      nodes[node - 1]!.hitCount = (nodes[node - 1]!.hitCount ?? 0) + 1;
    }
  }
  const endTime = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  return { nodes, startTime: 0, endTime, samples, timeDeltas };
}
