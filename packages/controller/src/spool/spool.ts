import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Frame } from "../drivers/driver.ts";
import {
  createSegment,
  deleteSegment,
  done,
  inFlight,
  openSegment,
  readRecords,
  recordBytesFor,
  type Segment,
  segmentBytes,
  setState,
  waiting,
  writeAcks,
  writeRecord,
} from "./segment.ts";
import { SyncedFile } from "./synced-file.ts";

export interface SpoolOptions {
  dir: string;
  /** Names of the values of every frame that is appended in this run. */
  metrics: readonly string[];
  /** Default 256 MiB: seven days of a frame every 10 s with 512 metrics. */
  maxBytes?: number;
  /** A segment is closed when it reaches this size. Default 1 MiB. */
  segmentBytes?: number;
  /** Sync each frame to the disk. Default true. */
  isSynced?: boolean;
}

/** Frames with the same list of metrics. Their ids are for `ack` and `release`. */
export interface Claim {
  metrics: readonly string[];
  ids: number[];
  frames: Frame[];
}

export interface ClaimFilter {
  /** Only frames at or after this instant. */
  fromMs?: number;
  /** Only frames before this instant. */
  beforeMs?: number;
  order: "oldest" | "newest";
  limit: number;
}

const asideSuffix = ".damaged";
const mostSetAside = 8;

/**
 * Frames on disk until they are acknowledged. The operating system has a frame before `append` returns, so it survives
 * a kill -9 of the process; it is synced to the disk at once in the background, so a power cut takes at most the frames
 * of the last moment. Acknowledged frames are marked, a segment whose frames are all acknowledged is deleted. When it
 * is full, the spool drops its oldest segment and counts what is lost.
 */
export class Spool {
  /** Frames lost because the spool was full. */
  dropped = 0;
  /** Records that could not be read back. */
  damaged = 0;
  /** Files that could not be read at all when the spool was opened; they are kept aside. */
  setAside: readonly string[] = [];
  /** Files of this or an earlier start that are not kept aside any more, since there are enough newer ones. */
  deleted: readonly string[] = [];
  readonly #options: Required<SpoolOptions>;
  #segments: Segment[] = [];
  /** The last segment, if this run writes to it. */
  #current: { segment: Segment; file: SyncedFile } | undefined;
  #nextId = 0;
  #pending = 0;

  /**
   * Opens the spool in a folder and takes over what earlier runs left there.
   * @throws Error of node:fs when the folder cannot be made, read or written.
   */
  constructor(options: SpoolOptions) {
    this.#options = { maxBytes: 256 * 2 ** 20, segmentBytes: 2 ** 20, isSynced: true, ...options };
    mkdirSync(options.dir, { recursive: true });
    const names = readdirSync(options.dir).filter((name) => /^\d{12}\.seg$/.test(name));
    for (const name of names.sort()) this.#takeOver(join(options.dir, name), Number(name.slice(0, 12)));
    this.#deleteOldestAside();
  }

  #takeOver(file: string, firstId: number): void {
    const opened = openSegment(file, firstId);
    if (opened === "unreadable") return this.#putAside(file);
    if (opened === "unfinished") {
      rmSync(file);
      rmSync(`${file}.ack`, { force: true });
      return;
    }
    this.damaged += opened.damaged;
    this.#nextId = firstId + opened.segment.timesMs.length;
    this.#pending += opened.segment.open;
    if (opened.segment.open === 0) deleteSegment(opened.segment);
    else this.#segments.push(opened.segment);
  }

  /** Frames may be in it that somebody can still rescue. */
  #putAside(file: string): void {
    const aside = `${file}${asideSuffix}`;
    renameSync(file, aside);
    if (existsSync(`${file}.ack`)) renameSync(`${file}.ack`, `${aside}.ack`);
    this.setAside = [...this.setAside, aside];
  }

  /** A failing disk must not fill up with files that nobody can read. */
  #deleteOldestAside(): void {
    const { dir } = this.#options;
    const all = readdirSync(dir).filter((name) => name.endsWith(asideSuffix));
    this.deleted = all
      .sort()
      .slice(0, -mostSetAside)
      .map((name) => join(dir, name));
    for (const file of this.deleted) {
      rmSync(file);
      rmSync(`${file}.ack`, { force: true });
    }
    this.setAside = this.setAside.filter((file) => !this.deleted.includes(file));
  }

  /** Frames not acknowledged, in flight or not. */
  get pending(): number {
    return this.#pending;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segmentBytes(segment), 0);
  }

  /**
   * Keeps a frame; its values are in the order of the spool's metrics.
   * @throws Error of node:fs when the disk does not take it; the spool stays usable.
   */
  append(frame: Frame): number {
    const { segment, file } = this.#writable();
    writeRecord(segment, file.fd, frame);
    if (this.#options.isSynced) file.touch();
    this.#pending++;
    return this.#nextId++;
  }

  #writable(): { segment: Segment; file: SyncedFile } {
    const next = recordBytesFor(this.#options.metrics.length);
    if (this.#current && segmentBytes(this.#current.segment) + next > this.#options.segmentBytes) this.#seal();
    if (!this.#current) {
      while (this.#segments.length > 0 && this.bytes + this.#options.segmentBytes > this.#options.maxBytes)
        this.#dropOldest();
      const path = join(this.#options.dir, `${String(this.#nextId).padStart(12, "0")}.seg`);
      const { segment, fd } = createSegment(path, this.#nextId, this.#options.metrics);
      this.#current = { segment, file: new SyncedFile(fd) };
      this.#segments.push(segment);
      if (this.#options.isSynced) syncFolder(this.#options.dir);
    }
    return this.#current;
  }

  #seal(): void {
    const sealed = this.#current;
    this.#current = undefined;
    sealed?.file.close(this.#options.isSynced);
    if (sealed?.segment.open === 0) this.#delete(sealed.segment);
  }

  #dropOldest(): void {
    const oldest = this.#segments[0];
    if (!oldest) return;
    this.dropped += oldest.open;
    this.#pending -= oldest.open;
    this.#delete(oldest);
  }

  #delete(segment: Segment): void {
    this.#segments = this.#segments.filter((kept) => kept !== segment);
    deleteSegment(segment);
  }

  /** Takes waiting frames to be sent, all with the same list of metrics; the next call may have more. */
  claim(filter: ClaimFilter): Claim | undefined {
    const segments = filter.order === "newest" ? this.#segments.toReversed() : this.#segments;
    const claim: Claim = { metrics: [], ids: [], frames: [] };
    for (const segment of segments) {
      if (claim.ids.length >= filter.limit) break;
      if (segment.idle === 0) continue;
      if (claim.ids.length > 0 && !sameList(claim.metrics, segment.metrics)) break;
      const indexes = this.#matching(segment, filter, filter.limit - claim.ids.length);
      const frames = tryRead(segment, indexes);
      if (!frames) continue;
      frames.forEach((frame, place) => {
        const index = indexes[place] as number;
        if (!frame) {
          this.damaged++;
          this.#finish(segment, [index]);
          return;
        }
        setState(segment, index, inFlight);
        claim.ids.push(segment.firstId + index);
        claim.frames.push(frame);
      });
      if (claim.ids.length > 0) claim.metrics = segment.metrics;
    }
    return claim.ids.length > 0 ? claim : undefined;
  }

  #matching(segment: Segment, filter: ClaimFilter, limit: number): number[] {
    const indexes: number[] = [];
    const count = segment.timesMs.length;
    for (let step = 0; step < count && indexes.length < limit; step++) {
      const index = filter.order === "newest" ? count - 1 - step : step;
      if (segment.states[index] !== waiting) continue;
      const atMs = segment.timesMs[index] as number;
      if (atMs >= (filter.fromMs ?? -Infinity) && atMs < (filter.beforeMs ?? Infinity)) indexes.push(index);
    }
    return indexes;
  }

  /** Puts claimed frames back among those that wait. */
  release(ids: readonly number[]): void {
    for (const [segment, indexes] of this.#located(ids)) indexes.forEach((index) => setState(segment, index, waiting));
  }

  /** Forgets frames: the portal has committed them, or refused them and they are in the dead letters. */
  ack(ids: readonly number[]): void {
    for (const [segment, indexes] of this.#located(ids)) this.#finish(segment, indexes);
  }

  #finish(segment: Segment, indexes: readonly number[]): void {
    const open = indexes.filter((index) => segment.states[index] !== done);
    try {
      writeAcks(segment, open);
    } catch {
      // On a full disk the marks are in memory only; after a restart these frames are sent once more, which is
      // harmless.
      open.forEach((index) => setState(segment, index, done));
    }
    this.#pending -= open.length;
    if (segment.open === 0 && segment !== this.#current?.segment) this.#delete(segment);
  }

  /** Ids by segment; ids of segments dropped since are left out. */
  #located(ids: readonly number[]): Map<Segment, number[]> {
    const located = new Map<Segment, number[]>();
    for (const id of ids) {
      const segment = this.#segments.findLast((candidate) => candidate.firstId <= id);
      if (!segment || id - segment.firstId >= segment.timesMs.length) continue;
      const indexes = located.get(segment);
      if (indexes) indexes.push(id - segment.firstId);
      else located.set(segment, [id - segment.firstId]);
    }
    return located;
  }

  close(): void {
    this.#seal();
  }
}

/** undefined when the file cannot be opened just now; its frames keep waiting. */
function tryRead(segment: Segment, indexes: readonly number[]): (Frame | undefined)[] | undefined {
  try {
    return readRecords(segment, indexes);
  } catch {
    return undefined;
  }
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left === right || (left.length === right.length && left.every((name, place) => name === right[place]));
}

/** A new file survives a power cut only once its folder is synced too. */
export function syncFolder(dir: string): void {
  const fd = openSync(dir, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
