import { type ReleaseFault, readManifest, releaseFault } from "@offgrid/contract/upgrades/release-check";
import {
  FirmwareReportMessage,
  FirmwareSetMessage,
  type ReleaseManifest,
} from "@offgrid/contract/upgrades/upgrades.schema";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import type { ControllerLog } from "../link/log.ts";
import { download, DownloadRefusal } from "./download.ts";
import { openRelease, releaseHeader, ReleaseRefusal } from "./release.ts";

/** Between two reports of the same step. */
const progressEveryMs = 5_000;
const longestWaitMs = 300_000;
/** What is told to a person about a failure. */
const errorCharacters = 500;

const Job = z.object({ release: FirmwareSetMessage, report: FirmwareReportMessage });
type Job = z.infer<typeof Job>;
type Step = FirmwareReportMessage["st"];
/** Steps in which this program has something to do; the others are the supervisor's, or over. */
const ownSteps: readonly Step[] = ["downloading", "verified"];

/** What the supervisor says of this release and the last upgrade. */
export interface Supervised {
  seq: number;
  publicKeys: readonly string[];
  outcome: { id: string; st: "installed" | "healthy" | "rolled_back"; error: string | null; log: string[] } | null;
  refused?: { id: string; reason: string } | undefined;
}

export interface UpgraderOptions {
  dataDir: string;
  /** The portal's own address, from which those of releases are read. */
  website: URL;
  authorization: string;
  portalNow: () => number | undefined;
  now: () => number;
  send: (report: FirmwareReportMessage) => void;
  /** Hands a release that is complete to the supervisor, which ends this program. */
  install: (id: string, file: string) => void;
  /** First wait after a download that failed; doubles up to 5 min. */
  retryMs: number;
  log: ControllerLog;
}

/**
 * Brings a release to the controller's disk, and tells the portal what becomes of it. What is under way is on disk, so
 * that it goes on after a restart, and the release that is started next knows on whose behalf it reports.
 */
export class Upgrader {
  readonly #options: UpgraderOptions;
  readonly #stop = new AbortController();
  #job: Job | undefined;
  #supervised: Supervised | undefined;
  #working: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #reportedMs = -Infinity;

  constructor(options: UpgraderOptions) {
    this.#options = options;
    mkdirSync(options.dataDir, { recursive: true });
    this.#job = readJob(this.#path("upgrade.json"));
  }

  /** The portal is connected, or its clock is known: what waited for it goes on, and it gets the last report again. */
  ready(): void {
    if (this.#job) this.#options.send(this.#job.report);
    this.#goOn();
  }

  receive(release: FirmwareSetMessage): void {
    const job = this.#job;
    if (job?.release.id === release.id) {
      this.#options.send(job.report);
      return;
    }
    if (job?.report.st === "installed" || job?.report.st === "booted") {
      this.#options.send(this.#reportOf(release, "refused", { error: "Another release is on trial." }));
      return;
    }
    this.#job = { release, report: this.#reportOf(release, "downloading", { progress: 0, bytes: 0 }) };
    this.#save();
    this.#goOn();
  }

  /** The supervisor has said how things are. */
  follow(supervised: Supervised): void {
    const isFirst = this.#supervised === undefined;
    this.#supervised = supervised;
    if (this.#job && !isOver(this.#job.report.st)) this.#followJob(this.#job, supervised, isFirst);
    this.#goOn();
  }

  #followJob({ report }: Job, { outcome, refused }: Supervised, isFirst: boolean): void {
    if (outcome?.id === report.id) {
      const { error, log } = outcome;
      const st = outcome.st === "installed" ? "booted" : outcome.st;
      if (st !== report.st) this.#report(st, { error, log });
    } else if (refused?.id === report.id) this.#report("failed", { error: refused.reason });
    // The supervisor knows nothing of it: it was cut off before it had begun.
    else if (isFirst && report.st === "installed") this.#report("verified");
  }

  /** A release is being loaded, waits to be installed, or is on trial. */
  get isUnderWay(): boolean {
    return this.#job !== undefined && !isOver(this.#job.report.st);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake?.();
    await this.#working;
  }

  #goOn(): void {
    this.#wake?.();
    const isDue = this.#job && ownSteps.includes(this.#job.report.st) && this.#supervised;
    if (!isDue || this.#working || this.#stop.signal.aborted) return;
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      // Another release may have come meanwhile.
      if (this.#job && ownSteps.includes(this.#job.report.st)) this.#goOn();
    });
  }

  async #work(): Promise<void> {
    const job = this.#job;
    const isCurrent = () => job !== undefined && this.#job === job && !this.#stop.signal.aborted;
    let waitMs = this.#options.retryMs;
    while (job && isCurrent()) {
      try {
        if (this.#options.portalNow() === undefined) await this.#sleep(longestWaitMs);
        else if (job.report.st === "downloading") await this.#download(job);
        else if (!(await this.#waitsFor(job))) return this.#install(job);
      } catch (error) {
        if (!isCurrent()) return;
        if (error instanceof ReleaseRefusal) return this.#report("refused", { error: error.fault });
        const reason = (error as Error).message;
        if (error instanceof DownloadRefusal) return this.#report("failed", { error: reason });
        this.#options.log.warn({ version: job.report.version, reason }, "a release is loaded later");
        await this.#sleep(waitMs);
        waitMs = Math.min(2 * waitMs, longestWaitMs);
      }
    }
  }

  /** @throws ReleaseRefusal before a byte is loaded that nobody may install. */
  #check({ release }: Job): ReleaseManifest {
    const { seq, publicKeys } = this.#supervised ?? { seq: 0, publicKeys: [] };
    const read = readManifest(release, publicKeys);
    if ("fault" in read) throw new ReleaseRefusal(read.fault);
    const place = { arch: process.arch, seq, nowMs: this.#options.portalNow() };
    const fault: ReleaseFault | undefined = releaseFault(read.manifest, place);
    if (fault) throw new ReleaseRefusal(fault);
    return read.manifest;
  }

  async #download(job: Job): Promise<void> {
    const { website, authorization, now } = this.#options;
    const { url, size } = this.#check(job);
    const { manifest, signature } = job.release;
    await download({
      url: new URL(url, website),
      authorization,
      file: this.#file,
      header: releaseHeader({ manifest, signature }),
      size,
      onBytes: (received, done) => {
        const { report } = job;
        const bytes = (report.bytes ?? 0) + received;
        job.report = { ...report, ts: now(), bytes, progress: done / size };
        if (this.#job !== job || now() - this.#reportedMs < progressEveryMs) return;
        this.#save();
        this.#say(job.report);
      },
      signal: this.#stop.signal,
    });
    try {
      openRelease(readFileSync(this.#file), this.#supervised?.publicKeys ?? []);
    } catch (error) {
      // Nothing of it can be used, so that a next attempt loads all of it.
      rmSync(this.#file, { force: true });
      throw error;
    }
    if (this.#job === job) this.#report("verified", { progress: 1 });
  }

  /** @returns Whether it was not yet time. */
  async #waitsFor({ release: { installAt = 0 } }: Job): Promise<boolean> {
    const waitMs = installAt - (this.#options.portalNow() ?? 0);
    if (waitMs <= 0) return false;
    await this.#sleep(Math.min(waitMs, longestWaitMs));
    return true;
  }

  #install(job: Job): void {
    this.#check(job);
    // On disk before it happens: the release that is started next reports from there.
    this.#report("installed");
    this.#options.install(job.release.id, this.#file);
  }

  #report(st: Step, more: Partial<FirmwareReportMessage> = {}): void {
    const job = this.#job;
    if (!job) return;
    const { bytes, progress } = job.report;
    job.report = this.#reportOf(job.release, st, { bytes, progress, ...more });
    this.#save();
    if (isOver(st)) rmSync(this.#file, { force: true });
    this.#say(job.report);
  }

  #reportOf(
    { id, manifest }: FirmwareSetMessage,
    st: Step,
    more: Partial<FirmwareReportMessage>,
  ): FirmwareReportMessage {
    const error = more.error?.slice(0, errorCharacters) ?? null;
    return { id, version: versionOf(manifest), st, log: [], ts: this.#options.now(), ...more, error };
  }

  #say(report: FirmwareReportMessage): void {
    this.#reportedMs = this.#options.now();
    this.#options.send(report);
  }

  #save(): void {
    try {
      replaceFile(this.#path("upgrade.json"), JSON.stringify(this.#job));
    } catch (error) {
      this.#options.log.warn({ reason: (error as Error).message }, "how far an upgrade is could not be written");
    }
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stop.signal.aborted) this.#wake();
    });
  }

  get #file(): string {
    return this.#path("upgrade.release");
  }

  #path(name: string): string {
    return join(this.#options.dataDir, name);
  }
}

function isOver(st: Step): boolean {
  return st === "healthy" || st === "rolled_back" || st === "failed" || st === "refused";
}

/** For reports also about what has no right signature. */
function versionOf(manifest: string): string {
  try {
    return FirmwareReportMessage.shape.version.parse((JSON.parse(manifest) as { version?: unknown }).version);
  } catch {
    return "0.0.0";
  }
}

function readJob(file: string): Job | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return Job.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
