/** A signal that ends with the first of several. */
export interface JoinedSignal {
  signal: AbortSignal;
  /** Lets go of the others, which may live much longer. */
  release: () => void;
}

/** As `AbortSignal.any`, which the older ones of the supported browsers do not have. */
export function joinSignals(signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const released = new AbortController();
  for (const signal of signals) {
    const end = () => joined.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { signal: released.signal });
  }
  return { signal: joined.signal, release: () => released.abort() };
}
