/** The time that is pointed at, shared by all charts of a page. */
type Listener = (atMs: number | undefined) => void;

const listeners = new Set<Listener>();

/** Tells the other charts where the pointer is; undefined: nowhere any more. */
export function pointAt(atMs: number | undefined, from: Listener): void {
  for (const listener of listeners) {
    if (listener !== from) listener(atMs);
  }
}

/** Listens to where the pointer is on other charts, until the returned function is called. */
export function followCrosshair(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
