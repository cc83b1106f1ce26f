/**
 * The one of a list before which another goes when it moves by some places; null: the end; undefined: it cannot move.
 */
export function neighbourOf(ids: readonly string[], id: string, by: -1 | 1): string | null | undefined {
  const place = ids.indexOf(id);
  const next = place + by;
  if (place === -1 || next < 0 || next >= ids.length) return undefined;
  return (by === -1 ? ids[next] : ids[next + 1]) ?? null;
}

/** The same for one that is dropped on another: it takes the other's place. */
export function dropTarget(ids: readonly string[], dragged: string, onto: string): string | null | undefined {
  const [from, to] = [ids.indexOf(dragged), ids.indexOf(onto)];
  if (from === -1 || to === -1 || from === to) return undefined;
  return from < to ? (ids[to + 1] ?? null) : onto;
}
