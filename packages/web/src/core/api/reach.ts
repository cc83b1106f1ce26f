/** Whether the last call reached the portal at all; the link chip shows "Offline" when it did not. */
let reachable = true;
let answeredMs = 0;
const listeners = new Set<() => void>();

export function isReachable(): boolean {
  return reachable;
}

/** When a call was last answered, epoch ms; 0 before the first answer. */
export function answeredAtMs(): number {
  return answeredMs;
}

export function setReachable(next: boolean): void {
  if (next) answeredMs = Date.now();
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export function onReachChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
