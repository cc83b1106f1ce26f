/** One kind of background work. Its jobs are rows of the table `job`, so that any process may run them. */
export interface JobKind {
  name: string;
  /**
   * Recurring work: ms from the start of one run to the start of the next; after a run that takes as long there is a pause
   * all the same, `pauseAfterRun`. It has a single job with an empty key, so it never overlaps itself in any process. Left
   * out: jobs are written by `enqueue`.
   */
  everyMs?: number;
  /** Maximum jobs of this kind at a time in one process; left out: 1. */
  concurrency?: number;
  /** Left out: by `backoffOf`. */
  backoff?: Backoff;
  /** A run that takes longer is aborted and loses its claim, so that one that hangs does not hold its job for ever; left out: 30 minutes. */
  longestRunMs?: number;
  /**
   * Does the work of one job. A process that freezes for longer than its claim lasts may find that another has started
   * the same job, so each step has to be safe to run twice at once.
   * @throws Error when the job has to be retried; `Deferred`, or that the database is away, when that is no failed attempt.
   */
  run(job: JobRun): Promise<void>;
}

export interface JobRun {
  /** What it is about, as it was enqueued. */
  key: string;
  /** 1 for the first attempt. Runs that were cut short or deferred do not count; those that ended their process do. */
  attempt: number;
  /**
   * Aborted when the process stops, the run took too long or the claim was lost: end soon, by returning if all is done,
   * else by throwing.
   */
  signal: AbortSignal;
}

/** The work lacked something that comes back by itself, such as room on the disk. It is retried, and is no attempt. */
export class Deferred extends Error {
  readonly pauseMs: number;
  constructor(reason: string, pauseMs: number) {
    super(reason);
    this.pauseMs = pauseMs;
  }
}

/** Delays between attempts: each is twice the one before. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

export const usualBackoff: Backoff = { firstMs: 5_000, longestMs: 5 * 60_000 };

/** What runs every few seconds is tried again within half a minute: a failure of the database is mostly over by then. */
const leastLongestMs = 30_000;

export function backoffOf({ backoff, everyMs }: Pick<JobKind, "backoff" | "everyMs">): Backoff {
  if (backoff) return backoff;
  const { firstMs, longestMs } = usualBackoff;
  return {
    firstMs,
    longestMs: everyMs === undefined ? longestMs : Math.min(longestMs, Math.max(leastLongestMs, everyMs)),
  };
}

/** Jobs are looked for once in a second: what is due a little early is found by the look that it is meant for. */
const earlyMs = 100;

/** Of recurring work, ms from the end of a run to when it is due again: others have their turn, however long it took. */
export function pauseAfterRun(everyMs: number, tookMs: number): number {
  return Math.max(everyMs / 4, everyMs - Math.min(earlyMs, everyMs / 10) - tookMs);
}

/** @param attempts Attempts that failed so far, at least 1. */
export function pauseAfter(attempts: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(firstMs * 2 ** Math.min(attempts - 1, 30), longestMs);
}
