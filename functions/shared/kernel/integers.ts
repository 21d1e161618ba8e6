/** The numbers in an array of another length: a view of the first ones, or a copy with zeros after them. */
export function ofLength(length: number, numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers.subarray(0, length);
  const longer = new Int32Array(length);
  longer.set(numbers);
  return longer;
}

/** The positions of the ones in a mask. */
export function positionsOfOnes(mask: Uint8Array): number[] {
  const positions: number[] = [];
  for (let at = 0; at < mask.length; at++) if (mask[at] === 1) positions.push(at);
  return positions;
}
