/** Whether the last call reached the portal at all; the link chip shows "Offline" when it did not. */
let reachable = true;
const listeners = new Set<() => void>();

export function isReachable(): boolean {
  return reachable;
}

export function setReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export function onReachChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
