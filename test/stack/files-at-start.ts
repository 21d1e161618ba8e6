import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface BundledFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files that a function's process reads before its first request: the entry and what that imports at once. */
export function filesAtStart(directory: string): readonly BundledFile[] {
  const entry = join(directory, 'index.mjs');
  const paths = new Set([entry]);
  for (const path of paths) {
    // What the entry itself imports by a call is its wiring, which it waits for.
    const imports =
      path === entry ? /(?:from|import)\(?"\.\/([\w-]+\.mjs)"/g : /(?:from|import)"\.\/([\w-]+\.mjs)"/g;
    for (const [, part = ''] of readFileSync(path, 'utf8').matchAll(imports))
      paths.add(join(directory, part));
  }
  return [...paths].map((path) => ({ path, bytes: statSync(path).size }));
}
