import type { Frame } from "../drivers/driver.ts";
import type { DeadLetter } from "../spool/dead-letters.ts";
import type { Spool } from "../spool/spool.ts";
import type { EventQueue } from "./event-queue.ts";
import type { Link } from "./link.ts";

/** Frames that the portal has committed, with the metric names in the order of each frame's values. */
export interface AckedFrames {
  /** live: read now and sent on `data`; backfill: from the spool after an outage; import: from importHistory. */
  from: "live" | "backfill" | "import";
  metrics: readonly string[];
  frames: readonly Frame[];
}

/** A message that the portal has not answered yet. */
export interface SentMessage {
  seq: number;
  from: AckedFrames["from"];
  metrics: readonly string[];
  frames: readonly Frame[];
  /** Spool ids of the frames; none for imported frames. */
  ids: readonly number[];
  text: string;
  attempts: number;
  /** When it is sent again, on the monotonic clock. */
  dueMs: number;
  /** The columns are named in the message, since the portal did not know their version. */
  isNamed: boolean;
  onSettled: (refusedFrames: number) => void;
}

export interface SenderOptions {
  boot: string;
  mv: () => number;
  /** Metrics of the birth, in its order. */
  metrics: readonly string[];
  spool: Spool;
  link: () => Link;
  events: EventQueue;
  batchMs: number;
  backfillDelayMs: readonly [shortest: number, longest: number];
  resendAfterMs: number;
  /** The portal's clock as well as it is known, epoch ms. */
  portalNow: () => number;
  random: () => number;
  onAcked: (acked: AckedFrames) => void;
  onRefused: (letters: readonly DeadLetter[]) => void;
}
