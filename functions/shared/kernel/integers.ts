/** The numbers in an array of another length: a view of the first ones, or a copy with zeros after them. */
export function ofLength(length: number, numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers.subarray(0, length);
  const longer = new Int32Array(length);
  longer.set(numbers);
  return longer;
}
