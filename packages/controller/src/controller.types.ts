import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Driver, Frame, HistoryBatch } from "./drivers/driver.ts";
import type { ImportProgress } from "./link/import-history.ts";
import type { ControllerLog } from "./link/log.ts";
import type { AckedFrames } from "./link/sender.types.ts";

export interface ControllerOptions {
  containerId: string;
  /** The container's secret as the portal showed it once. */
  secret: string;
  /** mqtt://host:port, mqtts://host:port, ws://host:port/mqtt or wss://host/mqtt. */
  url: string;
  /** A folder of this container's own; made when absent. */
  dataDir: string;
  driver: Driver;
  /** Time between two frames; instants are multiples of it since the epoch. */
  everyMs: number;
  /** Version of the software as the portal shows it; default this program's own. */
  software?: string;
  /** Clock, epoch ms; frames are stamped with it. Default Date.now. */
  now?: () => number;
  /** Chance, 0 <= x < 1, for jitter. Default Math.random. */
  random?: () => number;
  /** How long live frames are collected into one message while nobody watches. Default 60,000; 0 sends each at once. */
  batchMs?: number;
  /** Shortest and longest random wait after a connection before spooled frames are sent. Default 0 to 300,000. */
  backfillDelayMs?: readonly [shortest: number, longest: number];
  /** An unacked message is sent again after this long, and up to half more. Default 10,000. */
  resendAfterMs?: number;
  /** A link without a sign of life for half as long again is abandoned by both sides. Default 60, the most allowed. */
  keepaliveS?: number;
  /** First wait before a new connection; doubles up to 30 s, with jitter. Default 1,000. */
  reconnectAfterMs?: number;
  /** Compress payloads above 1 KiB. Default true. */
  gzip?: boolean;
  /** The spool's size on disk; beyond it the oldest frames are dropped and counted. Default 256 MiB. */
  spoolBytes?: number;
  /** Send frames to the disk itself at once, against a power cut. Default true; a fleet on one machine may do without. */
  spoolSync?: boolean;
  /** Called for every message that the portal has committed. */
  onAcked?: (acked: AckedFrames) => void;
  log?: ControllerLog;
}

export interface ControllerStats {
  online: boolean;
  /** Frames on disk that the portal has not acknowledged, in flight or not. */
  spooled: number;
  /** Messages sent and not answered. */
  inFlight: number;
  acked: number;
  refused: number;
  /** Events on disk that the portal has not acknowledged, in flight or not. */
  events: number;
  /** Frames and events lost because there was no more room for them. */
  dropped: number;
  /** Spooled records that could not be read back. */
  damaged: number;
  readErrors: number;
  connections: number;
  resent: number;
  /** Portal's clock minus this one's, or undefined before the portal has sent its time. */
  clockOffsetMs: number | undefined;
}

export interface ControllerEvents {
  online: [];
  offline: [];
  /** Why there is no connection, as the network or the portal put it. */
  trouble: [reason: string];
  /** Someone watches until then (portal's clock, epoch ms). */
  watch: [untilMs: number];
  /** A frame is in the spool. */
  frame: [frame: Frame];
}

export interface Controller {
  readonly containerId: string;
  stats(): ControllerStats;
  on<Name extends keyof ControllerEvents>(name: Name, listener: (...values: ControllerEvents[Name]) => void): void;
  /** Reports a dated fact; kept on disk until the portal has stored it. */
  sendEvent(
    code: string,
    level: EventMessage["level"],
    device?: string,
    data?: NonNullable<EventMessage["data"]>,
  ): void;
  /**
   * Sends history on `hist` in the source's order. Batches are pulled only when there is room in flight, so the source
   * may be endless; it does not pass through the spool, since a source can be read again.
   * @returns When every frame is acknowledged or refused.
   * @throws Error when the controller is stopped before, or what the source throws.
   */
  importHistory(
    source: AsyncIterable<HistoryBatch> | Iterable<HistoryBatch>,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportProgress>;
  /**
   * Sends what waits without waiting for its batch.
   * @returns Whether everything was answered within the time.
   */
  flush(timeoutMs: number): Promise<boolean>;
  /** Cuts the socket without a farewell and stays away, as a lost link does. Reading and spooling go on. */
  pauseLink(): void;
  resumeLink(): void;
  /** Says goodbye to the portal, closes driver and spool. What is not acknowledged stays on disk. */
  stop(): Promise<void>;
}
