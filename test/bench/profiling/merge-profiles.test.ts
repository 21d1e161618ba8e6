import type { Profiler } from 'node:inspector';
import { startCpuProfile } from 'node:v8';
import { describe, expect, test } from 'vitest';

import { mergeProfiles, parseProfile } from './merge-profiles.ts';

const call = (functionName: string): Profiler.ProfileNode['callFrame'] => ({
  functionName,
  scriptId: '7',
  url: 'file:///page.ts',
  lineNumber: 3,
  columnNumber: 5,
});

/** A thread that waits, and works in `parse` below `convert`. */
const recorded = (samples: readonly number[], timeDeltas: readonly number[]): Profiler.Profile => ({
  nodes: [
    { id: 1, callFrame: call('(root)'), children: [2, 3] },
    { id: 2, callFrame: call('(idle)') },
    { id: 3, callFrame: call('convert'), children: [4] },
    { id: 4, callFrame: call('parse') },
  ],
  startTime: 1_000,
  endTime: 9_000,
  samples: [...samples],
  timeDeltas: [...timeDeltas],
});

/** Microseconds by path from the root. */
function timesOf({
  nodes,
  samples = [],
  timeDeltas = [],
}: Profiler.Profile): Readonly<Record<string, number>> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pathOf = (id: number): string => {
    const parent = parents.get(id);
    const { functionName = '' } = byId.get(id)?.callFrame ?? {};
    return parent === undefined ? functionName : `${pathOf(parent)}/${functionName}`;
  };
  const times: Record<string, number> = {};
  for (const [at, id] of samples.entries())
    times[pathOf(id)] = (times[pathOf(id)] ?? 0) + (timeDeltas[at] ?? 0);
  return times;
}

describe('profiles of several threads become one', () => {
  test('equal calls of threads of one name are added up, and other names stand beside them', () => {
    const merged = mergeProfiles([
      { name: 'scrape', profile: recorded([3, 4], [10, 20]) },
      { name: 'scrape', profile: recorded([4], [5]) },
      { name: 'runner', profile: recorded([4], [7]) },
    ]);
    expect(timesOf(merged)).toEqual({
      '(root)/scrape/convert': 10,
      '(root)/scrape/convert/parse': 25,
      '(root)/runner/convert/parse': 7,
    });
    expect(merged.endTime - merged.startTime).toBe(42);
  });

  test('time in which a thread waits is left out', () => {
    const merged = mergeProfiles([{ name: 'scrape', profile: recorded([2, 3, 2], [900, 10, 800]) }]);
    expect(timesOf(merged)).toEqual({ '(root)/scrape/convert': 10 });
  });

  test('a thread without samples leaves a profile that opens', () => {
    expect(mergeProfiles([])).toMatchObject({ nodes: [{ id: 1 }], samples: [], endTime: 0 });
  });
});

test('a profile is read whatever its functions are called', () => {
  const profile = startCpuProfile();
  const named = {
    '\\d "x"': (until: number) => {
      while (performance.now() < until);
    },
  };
  named['\\d "x"'](performance.now() + 20);
  const { nodes } = parseProfile(profile.stop());

  expect(nodes.map(({ callFrame }) => callFrame.functionName)).toContain('\\d "x"');
});
