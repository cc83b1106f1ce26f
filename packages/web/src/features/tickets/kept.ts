/** What somebody has written and the portal does not have yet, kept in this browser for whoever wrote it. */

/** Older ones are forgotten. */
export const keptMs = 30 * 86_400_000;

type Stored<Value> = Value & { userId: string; atMs: number };

/** Where and for whom something is kept. */
export interface Place {
  storage: Storage;
  key: string;
  userId: string;
}

/** Where the browser keeps nothing, there is nothing. */
function safely<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What was kept there, and when. */
export function readStored<Value extends object>(
  { storage, key, userId }: Place,
  nowMs: number,
): { value: Value; atMs: number } | undefined {
  const kept = safely(() => JSON.parse(storage.getItem(key) ?? "null") as Stored<Value> | null);
  if (!kept || kept.userId !== userId || nowMs - kept.atMs > keptMs) return undefined;
  const { userId: _user, atMs, ...value } = kept;
  return { value: value as unknown as Value, atMs };
}

/** @param value Undefined: nothing is kept any more. */
export function keepStored({ storage, key, userId }: Place, value: object | undefined, nowMs: number): void {
  safely(() =>
    value === undefined
      ? storage.removeItem(key)
      : storage.setItem(key, JSON.stringify({ ...value, userId, atMs: nowMs })),
  );
}
