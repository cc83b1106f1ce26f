import type { Place } from "@offgrid/contract/core/moments";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import type { StreetLightsSection } from "@offgrid/contract/street-lights/street-lights.schema";
import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import type { FirmwareReportMessage, FirmwareSetMessage } from "@offgrid/contract/upgrades/upgrades.schema";

import type { HostNetwork } from "./configuration/settings.ts";
import type { Driver, Frame, HistoryBatch } from "./drivers/driver.ts";
import type { ImportProgress } from "./link/import-history.ts";
import type { ControllerLog } from "./link/log.ts";
import type { AckedFrames } from "./link/sender.types.ts";
import type { DeadLetter } from "./spool/dead-letters.ts";

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
  /** Version of the software as the portal shows it. Default: that of this program. */
  software?: string;
  /** Something installs the releases that the portal sends. */
  isUpgradable?: boolean;
  /** Clock, epoch ms; frames are stamped with it. Default Date.now. */
  now?: () => number;
  /** This machine's clock is right, also before the portal has sent its time. Default: that is not known. */
  isClockRight?: () => boolean;
  /** Random numbers, 0 <= x < 1, for jitter. Default Math.random. */
  random?: () => number;
  /** How long live frames are collected into one message while nobody watches. Default 60,000; 0 sends each at once. */
  batchMs?: number;
  /** Shortest and longest random wait after a connection before spooled frames are sent. Default 0 to 300,000. */
  backfillDelayMs?: readonly [shortest: number, longest: number];
  /** An unacknowledged message is sent again after this, plus up to half of it. Default 10,000. */
  resendAfterMs?: number;
  /**
   * MQTT keep-alive; both sides drop a link that is silent for one and a half times this. Default 60, the most allowed.
   */
  keepaliveS?: number;
  /** First wait before a new connection; doubles up to 30 s, with jitter. Default 1,000. */
  reconnectAfterMs?: number;
  /** Sets the address of the machine itself; without it, a configuration cannot. */
  setHostNetwork?: (network: HostNetwork) => void;
  /** Compress payloads above 1 KiB. Default true. */
  gzip?: boolean;
  /** The spool's size on disk; beyond it the oldest frames are dropped and counted. Default 256 MiB. */
  spoolBytes?: number;
  /** Sync each frame to the disk at once, against a power cut. Default true; a fleet on one machine may do without. */
  spoolSync?: boolean;
  /** Which loads are cut before the battery is empty, where no configuration of the portal says it. Default: none. */
  loadProtection?: LoadProtection | undefined;
  /** Which phases have power when there is not enough, where no configuration of the portal says it. Default: all. */
  phases?: PhaseControl | undefined;
  /** How street lights shine, where no configuration of the portal says it. Default: as people leave them. */
  streetLights?: StreetLightsSection | undefined;
  /** How the air conditioner works, where no configuration of the portal says it. Default: as people leave it. */
  ac?: AcPlan | undefined;
  /** Where the container stands, where no configuration of the portal says it. */
  place?: Place | undefined;
  /** Called for every message that the portal has committed. */
  onAcked?: (acked: AckedFrames) => void;
  /** Called for everything that the portal has refused. */
  onRefused?: (letters: readonly DeadLetter[]) => void;
  /** Ends this run and has another one begin, as a person asked; left out: nothing would start it again. */
  restart?: () => void;
  /** A release is being loaded, installed or tried: no plan restarts this program meanwhile. Default: none ever is. */
  isUpgrading?: () => boolean;
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
  /** Readings that differ from what the portal has for the same instant, where the portal's stays. */
  conflicts: number;
  /** The first instants of those, epoch ms. */
  conflictsAt: number[];
  /** Events on disk that the portal has not acknowledged, in flight or not. */
  events: number;
  /** Frames and events lost because there was no more room for them. */
  dropped: number;
  /** Spooled records that could not be read back. */
  damaged: number;
  /** Files of the spool that could not be read at all at the start and are kept beside it as `*.damaged`. */
  setAside: number;
  readErrors: number;
  connections: number;
  resent: number;
  /** The portal's clock minus this one, or undefined before the portal has sent its time. */
  clockOffsetMs: number | undefined;
}

export interface ControllerEvents {
  online: [];
  offline: [];
  /** Why there is no connection, as the network or the portal put it. */
  trouble: [reason: string];
  /** Someone watches until then (portal's clock, epoch ms). */
  watch: [untilMs: number];
  /** The portal has sent its time. */
  clock: [];
  /** The portal wants a release to be installed. */
  firmware: [release: FirmwareSetMessage];
  /** Emitted for each frame that is in the spool. */
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
  /** The portal's clock now, epoch ms; undefined while it is not known. */
  portalNow(): number | undefined;
  /** Tells the portal how far a release is; lost without a connection. */
  reportFirmware(report: FirmwareReportMessage): void;
  /**
   * Sends history on `hist` in the source's order. Batches are pulled only when there is room in flight, so the source
   * may be endless; frames do not pass through the spool, since the source can be read again.
   * @returns When every frame is acknowledged or refused.
   * @throws Error when the controller is stopped before the end; what the source throws.
   */
  importHistory(
    source: AsyncIterable<HistoryBatch> | Iterable<HistoryBatch>,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportProgress>;
  /**
   * Sends everything that waits now, without waiting for its batch.
   * @returns Whether everything was answered within the time.
   */
  flush(timeoutMs: number): Promise<boolean>;
  /** Cuts the socket without a DISCONNECT and stays away, as when the link is lost. Reading and spooling go on. */
  pauseLink(): void;
  resumeLink(): void;
  /** Disconnects from the portal and closes driver and spool. Unacknowledged frames stay on disk. */
  stop(): Promise<void>;
}
