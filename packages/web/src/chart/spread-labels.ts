/**
 * Where labels stand that would overlap beside their lines: as near to these as a distance between any two allows.
 * @param tops Of the lines, in any order; the result has the same.
 * @param room Labels stand between 0 and this, as long as all of them fit. Pure.
 */
export function spreadLabels(tops: readonly number[], { apart, room }: { apart: number; room: number }): number[] {
  const order = [...tops.keys()].sort((one, other) => (tops[one] ?? 0) - (tops[other] ?? 0));
  // Without the distances between them, labels that push each other are at one place: the middle of their lines.
  const heaps: { middle: number; size: number }[] = [];
  for (const [place, index] of order.entries()) {
    let heap = { middle: (tops[index] ?? 0) - place * apart, size: 1 };
    for (let last = heaps.at(-1); last && last.middle > heap.middle; last = heaps.at(-1)) {
      heaps.pop();
      const size = last.size + heap.size;
      heap = { middle: (last.middle * last.size + heap.middle * heap.size) / size, size };
    }
    heaps.push(heap);
  }
  const lowest = room - (order.length - 1) * apart;
  const middles = heaps.flatMap(({ middle, size }) => Array.from({ length: size }, () => middle));
  const placed: number[] = [];
  for (const [place, index] of order.entries())
    placed[index] = Math.max(0, Math.min(lowest, middles[place] ?? 0)) + place * apart;
  return placed;
}
