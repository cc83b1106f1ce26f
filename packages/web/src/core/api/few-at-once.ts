type InTurn = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Lets so many pieces of work run at a time; the others wait in the order in which they came. What is aborted before its
 * turn is never begun, and rejects with the signal's reason.
 */
export function fewAtOnce(most: number): InTurn {
  const waiting = new Set<() => void>();
  let underWay = 0;
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(start);
        reject(signal?.reason as Error);
      };
      const start = () => {
        waiting.delete(start);
        signal?.removeEventListener("abort", leave);
        underWay++;
        resolve();
      };
      if (signal?.aborted) leave();
      else if (underWay < most) start();
      else {
        waiting.add(start);
        signal?.addEventListener("abort", leave);
      }
    });
  return async (work, signal) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      underWay--;
      const [next] = waiting;
      next?.();
    }
  };
}
