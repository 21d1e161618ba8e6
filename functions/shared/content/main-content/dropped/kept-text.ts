import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';

/** The main content that blocks are dropped from. */
export interface KeptText {
  readonly context: BlockContext;
  readonly units: readonly Unit[];
  /** For each block, 1 when it is kept. */
  readonly kept: Uint8Array;
  /** The title of the page. */
  readonly title: string;
}
