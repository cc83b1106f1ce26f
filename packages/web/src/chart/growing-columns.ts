/** How far each memory with room to spare is filled. */
const filled = new WeakMap<ArrayBufferLike, number>();
const leastSpare = 256;

/**
 * A column that begins with another: in the same memory where there is room behind it, so that one point more costs no
 * copy; what is behind it is the caller's to fill. Where another column already goes on from there, it gets memory of its own.
 * @param length Of the new column, no less than that of the first.
 */
export function extended(before: Float64Array, length: number): Float64Array {
  const { buffer } = before;
  if (filled.get(buffer) === before.length && length * before.BYTES_PER_ELEMENT <= buffer.byteLength) {
    filled.set(buffer, length);
    return new Float64Array(buffer, 0, length);
  }
  const room = new Float64Array(length + Math.max(leastSpare, length >> 4));
  room.set(before);
  filled.set(room.buffer, length);
  return room.subarray(0, length);
}

/** Whether a column begins with another, known from the memory that they share: equal numbers elsewhere do not count. */
export function isExtension(column: Float64Array, before: Float64Array): boolean {
  return column.buffer === before.buffer && column.length >= before.length;
}

/**
 * A list as a column that extends an earlier one, NaN where a value is missing; undefined where the list does not begin
 * with what is in that one.
 */
export function columnAfter(before: Float64Array, values: readonly (number | null)[]): Float64Array | undefined {
  if (before.length > values.length) return undefined;
  // Not by its iterator: this is all that most of a chart costs when it gains a point.
  for (let index = 0; index < before.length; index++) {
    const value = values[index];
    const known = before[index]!;
    // Only a number equals itself.
    if (value === null ? known === known : value !== known) return undefined;
  }
  const column = extended(before, values.length);
  for (let index = before.length; index < values.length; index++) column[index] = values[index] ?? Number.NaN;
  return column;
}
