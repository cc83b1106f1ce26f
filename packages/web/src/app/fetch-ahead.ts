/** Of the six connections that a browser has to one portal, the others stay free for what is wanted now. */
const atOnce = 3;
/** Where the browser does not tell: so few bytes came, once this much has been waited for files. */
const [slowBytesPerS, judgedAfterMs] = [3_000, 20_000];

export interface AheadPorts {
  /** Fetches a file to its end. @returns its bytes. */
  load: (address: string) => Promise<number>;
  /** Waits until the page has nothing better to do. */
  rest: () => Promise<void>;
  /** Must nothing more be fetched? */
  isOver: () => boolean;
  nowMs: () => number;
}

/**
 * Fetches files in their order, a few at a time, and stops for good where the link turns out to be slow.
 * @throws what `load` throws, once all that had begun is over.
 */
export async function fetchAhead(addresses: readonly string[], { load, rest, isOver, nowMs }: AheadPorts) {
  const left = [...addresses];
  let waitedMs = 0;
  let bytes = 0;
  const isSlow = () => waitedMs > judgedAfterMs && (bytes / waitedMs) * 1_000 * atOnce < slowBytesPerS;
  const work = async () => {
    for (;;) {
      await rest();
      if (isSlow() || isOver()) return;
      const address = left.shift();
      if (address === undefined) return;
      const fromMs = nowMs();
      bytes += await load(address);
      waitedMs += nowMs() - fromMs;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
