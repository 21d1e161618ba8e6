import type { MarkupPiece } from './markup-scan.ts';

/** An element being read, known by the depth of elements of its own name: others are often left open. */
export interface OpenElement {
  readonly name: string;
  depth: number;
}

/** Whether the element is still open after this piece, which it counts. */
export function isOpenAfter(element: OpenElement, piece: MarkupPiece): boolean {
  if (piece.kind === 'text' || piece.name !== element.name) return true;
  element.depth += piece.kind === 'start' ? 1 : -1;
  return element.depth > 0;
}
