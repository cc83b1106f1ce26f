import { statfs } from "node:fs/promises";

import type { Logger } from "pino";

import { hasBallast, writeBallast } from "./ballast.ts";
import { reasonOf } from "../core/db.ts";

/** A disk as an ordinary user sees it. */
export interface DiskSpace {
  /** Used and free together. */
  sizeBytes: number;
  freeBytes: number;
}

export interface DiskLimits {
  /** Minimum free space; the larger of both counts, and 0 and 0 switch the guard off. */
  minFreePercent: number;
  minFreeBytes: number;
  /** Size of the file that gives PostgreSQL room in an emergency; 0: none, as while another process keeps the database. */
  readonly ballastBytes: number;
}

const looksEveryMs = 1_000;
const mib = 1024 * 1024;
/** Percent used at which the log has a warning, once for each time that it is reached. */
const warnLevels = [95, 90, 80] as const;
/** A level counts as left once the disk is this far below, so that one close to it does not warn again and again. */
const marginPercent = 2;

/**
 * Watches the disk of the database. PostgreSQL does not survive a full one, so large writers stop before: ingest leaves
 * its messages unacknowledged, imports are refused. Both resume by themselves when there is room again.
 */
export class DiskGuard {
  readonly name = "disk";
  readonly #folder: string;
  readonly #limits: DiskLimits;
  readonly #log: Logger;
  readonly #read: (folder: string) => Promise<DiskSpace>;
  #space: DiskSpace | undefined;
  #isFull = false;
  #level = 0;
  #isUnreadable = false;
  #hasBallastTrouble = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param read Replaces the disk itself, for tests. */
  constructor(folder: string, limits: DiskLimits, log: Logger, read = readSpace) {
    this.#folder = folder;
    this.#limits = limits;
    this.#log = log;
    this.#read = read;
  }

  /** Checks at once and then each second; the ballast is written in the background. */
  async start(): Promise<void> {
    await this.#see();
    this.#timer = setInterval(
      () => void (this.#looking ??= this.look().finally(() => (this.#looking = undefined))),
      looksEveryMs,
    );
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** May something large be written? */
  get hasRoom(): boolean {
    return !this.#isFull;
  }

  /** Why not, for `/ready`. */
  get shortage(): string | undefined {
    if (!this.#isFull || !this.#space) return undefined;
    return `disk: ${inMib(this.#space.freeBytes)} free, ${inMib(this.#reserveOf(this.#space))} are kept free`;
  }

  metrics(): Record<string, number> {
    if (!this.#space) return {};
    return {
      disk_size_bytes: this.#space.sizeBytes,
      disk_free_bytes: this.#space.freeBytes,
      disk_used_percent: Math.round(usedPercent(this.#space) * 10) / 10,
      disk_warning_level: this.#level,
      disk_full: this.#isFull ? 1 : 0,
    };
  }

  async look(): Promise<void> {
    await this.#see();
    if (this.#space && !this.#isUnreadable) await this.#keepBallast(this.#space);
  }

  async #see(): Promise<void> {
    try {
      this.#space = await this.#read(this.#folder);
      this.#isUnreadable = false;
    } catch (error) {
      if (!this.#isUnreadable)
        this.#log.warn({ folder: this.#folder, reason: reasonOf(error) }, "the space of the disk cannot be read");
      this.#isUnreadable = true;
      return;
    }
    this.#judge(this.#space);
    this.#warn(this.#space);
  }

  #reserveOf({ sizeBytes }: DiskSpace): number {
    return Math.max(this.#limits.minFreeBytes, (sizeBytes * this.#limits.minFreePercent) / 100);
  }

  #judge(space: DiskSpace): void {
    const reserve = this.#reserveOf(space);
    // Resuming takes a tenth more than stopping, so that it does not alternate all the time.
    const isFull = space.freeBytes < (this.#isFull ? reserve * 1.1 : reserve);
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    const about = { folder: this.#folder, free: inMib(space.freeBytes), keptFree: inMib(reserve) };
    if (isFull) {
      this.#log.error(
        about,
        "the disk is nearly full: new measurements wait on their controllers and imports are refused until there is room; free some, or lower DISK_MIN_FREE_MB and DISK_MIN_FREE_PERCENT",
      );
    } else this.#log.info(about, "the disk has room again: measurements are stored");
  }

  #warn(space: DiskSpace): void {
    const used = usedPercent(space);
    const level =
      warnLevels.find((percent) => used >= (percent <= this.#level ? percent - marginPercent : percent)) ?? 0;
    if (level > this.#level) {
      this.#log.warn(
        { folder: this.#folder, usedPercent: Math.floor(used), free: inMib(space.freeBytes) },
        `the disk is used to more than ${level} %`,
      );
    }
    this.#level = level;
  }

  /** Restores the file once there is room for it beside what is kept free. */
  async #keepBallast(space: DiskSpace): Promise<void> {
    const { ballastBytes } = this.#limits;
    if (ballastBytes === 0 || hasBallast(this.#folder)) return;
    if (space.freeBytes < this.#reserveOf(space) + 2 * ballastBytes) return;
    try {
      await writeBallast(this.#folder, ballastBytes);
      this.#hasBallastTrouble = false;
    } catch (error) {
      if (!this.#hasBallastTrouble)
        this.#log.warn({ folder: this.#folder, reason: reasonOf(error) }, "the ballast file cannot be written");
      this.#hasBallastTrouble = true;
    }
  }
}

export async function readSpace(folder: string): Promise<DiskSpace> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  return { sizeBytes: (blocks - bfree + bavail) * bsize, freeBytes: bavail * bsize };
}

function usedPercent({ sizeBytes, freeBytes }: DiskSpace): number {
  return sizeBytes === 0 ? 0 : 100 * (1 - freeBytes / sizeBytes);
}

function inMib(bytes: number): string {
  return `${Math.round(bytes / mib)} MiB`;
}
