import * as z from 'zod';

const maxBytes = 64 * 1024;
const maxDepth = 20;
const maxNodes = 500;

interface Shape {
  readonly depth: number;
  readonly nodes: number;
  readonly remoteReference: boolean;
}

/** Walks breadth first and stops at the bounds: a hostile schema costs no more than a valid one. */
function shapeOf(schema: object): Shape {
  let level: unknown[] = [schema];
  let depth = 0;
  let nodes = 0;
  let remoteReference = false;
  while (level.length > 0 && depth <= maxDepth && nodes <= maxNodes) {
    depth += 1;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) nodes += 1;
      for (const [key, child] of Object.entries(value)) {
        if (key === '$ref' && typeof child === 'string' && !child.startsWith('#')) remoteReference = true;
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return { depth, nodes, remoteReference };
}

/** A caller's JSON Schema, bounded before it is compiled. */
export const jsonSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    if (new TextEncoder().encode(JSON.stringify(schema)).length > maxBytes)
      return fail('must be at most 64 KB of JSON');
    const { depth, nodes, remoteReference } = shapeOf(schema);
    if (depth > maxDepth) return fail(`must nest at most ${maxDepth} levels deep`);
    if (nodes > maxNodes) return fail(`must have at most ${maxNodes} nodes`);
    if (remoteReference) return fail('must not refer to another document; only "#…" references are followed');
    return undefined;
  })
  .meta({ description: 'JSON Schema: at most 64 KB, 20 levels, 500 nodes, no remote $ref', type: 'object' });
