import type { ReleaseManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { releaseFault } from "@offgrid/contract/upgrades/release-check";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";
import { openRelease, programFile, ReleaseRefusal } from "../upgrades/release.ts";
import { firstInstalled, ProgramState } from "./program-state.ts";

const releaseFile = "release";
/** Room that must be left on the disk, as a multiple of a release's file: it is there unpacked and once more packed. */
const roomFactor = 12;

export interface ReleasesOptions {
  /** The supervisor's own folder. */
  root: string;
  publicKeys: readonly string[];
  /** Called before each change on the disk; tests cut the power there. */
  onStep?: (step: string) => void;
  freeBytes?: (folder: string) => number;
}

/**
 * The releases on the disk: one folder each, and one file that says which of them runs. Every change is complete before
 * the next begins, so that what is found after a power cut is either the old or the new.
 */
export class Releases {
  readonly #options: Required<ReleasesOptions>;
  #state: ProgramState | undefined;

  /** @throws Error of node:fs when the folder cannot be written. */
  constructor(options: ReleasesOptions) {
    this.#options = { onStep: () => {}, freeBytes, ...options };
    mkdirSync(this.#path("releases"), { recursive: true });
    this.#state = readState(this.#path("state.json"));
  }

  /** @throws Error with one sentence when nothing was ever installed. */
  get state(): ProgramState {
    if (!this.#state) throw new Error(`There is no release in ${this.#options.root}; install one with --install.`);
    return this.#state;
  }

  get isEmpty(): boolean {
    return this.#state === undefined;
  }

  /** Number of the release that runs, 0 where none was installed. */
  get seq(): number {
    return this.#state ? this.#open(this.#state.current).manifest.seq : 0;
  }

  program(version: string): string {
    return join(this.#folder(version), programFile);
  }

  /**
   * Puts on disk what is to be done next, before it is done.
   * @throws Error of node:fs when it could not be written: what was there before stays.
   */
  save(state: ProgramState): void {
    if (state === this.#state) return;
    this.#step("state");
    replaceFile(this.#path("state.json"), JSON.stringify(state));
    syncFolder(this.#options.root);
    this.#state = state;
  }

  /**
   * As `save`; where the disk takes nothing more it holds until the supervisor ends.
   * @returns Why it could not be written.
   */
  keep(state: ProgramState): string | undefined {
    try {
      this.save(state);
      return undefined;
    } catch (error) {
      // The file still has a step before, from which every start leads to a release that was healthy.
      this.#state = state;
      return (error as Error).message;
    }
  }

  /** Lets `current` show the release that runs. */
  point(): void {
    this.#step("current");
    const fresh = this.#path("current.new");
    rmSync(fresh, { force: true });
    symlinkSync(join("releases", this.state.current), fresh);
    renameSync(fresh, this.#path("current"));
  }

  /**
   * Installs the release that runs first; later ones come from the portal.
   * @returns Its version.
   * @throws Error with one sentence when there is one already; otherwise as `unpack`.
   */
  installFirst(file: Buffer, nowMs: number): string {
    if (!this.isEmpty) throw new Error("A release is installed here already; further ones come from the portal.");
    const { version } = this.unpack(file, nowMs);
    this.save(firstInstalled(version));
    this.point();
    return version;
  }

  /**
   * Puts a release into a folder of its own, where nothing starts it yet.
   * @throws ReleaseRefusal when it must not be installed; Error of node:fs when it could not be written.
   */
  unpack(file: Buffer, nowMs: number | undefined): ReleaseManifest {
    const { manifest, files } = openRelease(file, this.#options.publicKeys);
    const fault = releaseFault(manifest, { arch: process.arch, seq: this.seq, nowMs });
    if (fault) throw new ReleaseRefusal(fault);
    // A file of that name would stand in the place of what was signed.
    if (!files.has(programFile) || files.has(releaseFile)) throw new ReleaseRefusal("malformed");
    // A version that runs, or is the way back, is never overwritten.
    if ([this.#state?.current, this.#state?.previous].includes(manifest.version)) throw new ReleaseRefusal("older");
    this.#write(manifest.version, new Map([...files, [releaseFile, file]]));
    return manifest;
  }

  #write(version: string, files: ReadonlyMap<string, Buffer>): void {
    const { freeBytes, root } = this.#options;
    const bytes = files.get(releaseFile)?.length ?? 0;
    if (freeBytes(root) < roomFactor * bytes) throw new Error("There is too little room left on the disk.");
    const folder = this.#folder(version);
    const fresh = `${folder}.new`;
    rmSync(fresh, { recursive: true, force: true });
    for (const [name, content] of files) {
      this.#step(name);
      mkdirSync(dirname(join(fresh, name)), { recursive: true });
      replaceFile(join(fresh, name), content);
    }
    syncFolder(fresh);
    this.#step("folder");
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    syncFolder(dirname(folder));
  }

  /**
   * Compares a folder with what was signed, and repairs what differs.
   * @throws ReleaseRefusal or Error when it cannot be repaired.
   */
  check(version: string): void {
    const { files, file } = this.#open(version);
    const isSound = [...files].every(([name, content]) => {
      const path = join(this.#folder(version), name);
      return existsSync(path) && readFileSync(path).equals(content);
    });
    if (!isSound) this.#write(version, new Map([...files, [releaseFile, file]]));
  }

  /** Removes what is neither in use nor the way back. */
  prune(): void {
    const kept = [this.state.current, this.state.previous];
    for (const name of readdirSync(this.#path("releases")))
      if (!kept.includes(name)) rmSync(join(this.#path("releases"), name), { recursive: true, force: true });
  }

  #open(version: string) {
    return openRelease(readFileSync(join(this.#folder(version), releaseFile)), this.#options.publicKeys);
  }

  #folder(version: string): string {
    return join(this.#path("releases"), version);
  }

  #path(name: string): string {
    return join(this.#options.root, name);
  }

  #step(step: string): void {
    this.#options.onStep(step);
  }
}

/** @throws Error with one sentence when the file is there and cannot be read: a guess could start the wrong release. */
function readState(file: string): ProgramState | undefined {
  if (!existsSync(file)) return undefined;
  return ProgramState.parse(JSON.parse(readFileSync(file, "utf8")));
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
