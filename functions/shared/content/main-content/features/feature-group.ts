import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';

export const log = (count: number): number => Math.log2(1 + count);
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** One number about a block. Names are stable: a model names the features it was trained on. */
export interface BlockFeature {
  readonly name: string;
  readonly of: (context: BlockContext, block: number) => number;
}

export type RowWriter = (block: number, row: Float32Array, at: number) => void;

/** Features that are computed together: `of` computes once per page what its blocks share. */
export interface FeatureGroup {
  readonly names: readonly string[];
  readonly of: (context: BlockContext) => RowWriter;
}

export function groupOf(features: readonly BlockFeature[]): FeatureGroup {
  const measures = features.map(({ of }) => of);
  return {
    names: features.map(({ name }) => name),
    of: (context) => (block, row, at) => {
      let column = at;
      for (const measure of measures) row[column++] = measure(context, block);
    },
  };
}

/** Rows of numbers for the nodes of a page, each computed on first use: blocks share their containers. */
export class NodeRows {
  private readonly rows: Float32Array;
  private readonly isFound: Uint8Array;
  private readonly width: number;
  private readonly find: (node: number, rows: Float32Array, at: number) => void;

  constructor(nodes: number, width: number, find: (node: number, rows: Float32Array, at: number) => void) {
    this.rows = new Float32Array(nodes * width);
    this.isFound = new Uint8Array(nodes);
    this.width = width;
    this.find = find;
  }

  at(node: number, column: number): number {
    return this.rows[this.found(node) + column] ?? 0;
  }

  copy(node: number, row: Float32Array, at: number): void {
    const from = this.found(node);
    for (let column = 0; column < this.width; column++) row[at + column] = this.rows[from + column] ?? 0;
  }

  private found(node: number): number {
    const from = node * this.width;
    if (this.isFound[node] === 0) {
      this.find(node, this.rows, from);
      this.isFound[node] = 1;
    }
    return from;
  }
}
