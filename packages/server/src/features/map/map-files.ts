import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import type { Logger } from "pino";

import type { Config } from "../../config/config.ts";
import { type ArchiveFault, BrokenArchive, type Tile, TileArchive, unpackTile } from "./tile-archive.ts";

declare module "../../calls/services.ts" {
  interface Services {
    mapFiles: MapFiles;
  }
}

export type MapKind = "world" | "region";

/** An archive that is open, under the version of its file. */
interface Opened {
  path: string;
  version: string;
  archive: TileArchive;
  /** Whether the log has that one of its tiles cannot be read. */
  isReported?: true;
}

/** A file that is there but cannot be shown. */
interface Broken {
  path: string;
  version: string;
  fault: ArchiveFault;
}

/** For a version that is not known, a look at the files is taken this often at most. */
const lookEveryMs = 1_000;

/** Layers that the style of a region draws; an archive with neither has another scheme. */
const neededLayers = ["earth", "roads"];

/**
 * The archives that the map is drawn from: the world of the web app, and the region that the operator put into the data
 * folder or named. A file that is exchanged while the portal runs is noticed when a map is opened.
 */
export class MapFiles {
  readonly #config: Pick<Config, "dataDir" | "map">;
  readonly #worldPath: string;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #known = new Map<MapKind, Opened | Broken>();
  /** By path, so that each is opened, and told of, only once. */
  readonly #broken = new Map<string, Broken>();
  readonly #looks = new Map<MapKind, Promise<Opened | Broken | undefined>>();
  /** When the last look began. */
  readonly #lookedMs = new Map<MapKind, number>();

  constructor(
    config: Pick<Config, "dataDir" | "map">,
    worldPath: string,
    log: Logger,
    now: () => number = () => performance.now(),
  ) {
    this.#config = config;
    this.#worldPath = worldPath;
    this.#log = log;
    this.#now = now;
  }

  /** What is there now; opens what is new. Those who ask at the same time share one look. */
  look(kind: MapKind): Promise<Opened | Broken | undefined> {
    let look = this.#looks.get(kind);
    if (!look) {
      this.#lookedMs.set(kind, this.#now());
      look = this.#lookAgain(kind).finally(() => this.#looks.delete(kind));
      this.#looks.set(kind, look);
    }
    return look;
  }

  /** @returns undefined where the archive has nothing; "gone" when this version is not the present one. */
  async tile(kind: MapKind, version: string, z: number, x: number, y: number): Promise<Tile | "gone" | undefined> {
    const known = this.#known.get(kind);
    const current = known?.version === version ? known : await this.#lookSometimes(kind);
    if (!current || current.version !== version || !("archive" in current)) return "gone";
    try {
      return await current.archive.tile(z, x, y);
    } catch (error) {
      // Once for a file: whoever looks at that place asks for it again and again.
      if (!current.isReported) this.#log.warn({ err: error, file: current.path }, "a tile of the map cannot be read");
      current.isReported = true;
      return "gone";
    }
  }

  /** For the few that cannot unpack it themselves. */
  unpacked(tile: Tile): Promise<Uint8Array> {
    return unpackTile(tile);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#looks.values());
    const known = [...this.#known.values()];
    this.#known.clear();
    for (const one of known) if ("archive" in one) await one.archive.close();
  }

  /** Anybody may ask for any version, and must not keep the disk busy by it. */
  async #lookSometimes(kind: MapKind): Promise<Opened | Broken | undefined> {
    const isRecent = this.#now() - (this.#lookedMs.get(kind) ?? -Infinity) < lookEveryMs;
    return isRecent && !this.#looks.has(kind) ? this.#known.get(kind) : this.look(kind);
  }

  async #lookAgain(kind: MapKind): Promise<Opened | Broken | undefined> {
    const paths = kind === "world" ? [this.#worldPath] : await this.#regionPaths();
    let first: Broken | undefined;
    for (const path of paths) {
      const found = await this.#look(kind, path);
      if (found && "archive" in found) return found;
      first ??= found;
    }
    const known = this.#known.get(kind);
    if (known && known !== first) await this.#forget(kind, known);
    if (first) this.#known.set(kind, first);
    return first;
  }

  /** One file, which becomes the known one if it can be shown. */
  async #look(kind: MapKind, path: string): Promise<Opened | Broken | undefined> {
    const version = (await versionOf(path)) ?? absent;
    const known = this.#known.get(kind);
    if (known?.path === path && known.version === version) return known;
    const broken = this.#broken.get(path);
    if (broken?.version === version) return broken;
    this.#broken.delete(path);
    // Before anything that may fail: a file that is closed must not be found by the next look.
    if (known?.path === path) await this.#forget(kind, known);
    const found = await this.#openOrExplain(kind, path, version);
    if (found && "fault" in found) this.#broken.set(path, found);
    if (found && "archive" in found) {
      const before = this.#known.get(kind);
      if (before) await this.#forget(kind, before);
      this.#known.set(kind, found);
    }
    return found;
  }

  async #forget(kind: MapKind, known: Opened | Broken): Promise<void> {
    this.#known.delete(kind);
    if ("archive" in known) await known.archive.close();
  }

  async #openOrExplain(kind: MapKind, path: string, version: string) {
    // The web app may not be built with a world; a region that was named has to be there.
    if (version === absent)
      return kind === "world" ? undefined : this.#report(path, absent, "unreadable", "is not there");
    return this.#open(kind, path, version);
  }

  async #open(kind: MapKind, path: string, version: string): Promise<Opened | Broken> {
    try {
      const archive = await TileArchive.open(path);
      if (kind === "region" && !neededLayers.some((layer) => archive.facts.layers.includes(layer))) {
        await archive.close();
        return this.#report(path, version, "other_layers", "has not the layers of Protomaps (earth, roads)");
      }
      this.#log.info(
        { file: path, zooms: [archive.facts.minZoom, archive.facts.maxZoom] },
        "a file of the map is open",
      );
      return { path, version, archive };
    } catch (error) {
      if (!(error instanceof BrokenArchive)) throw error;
      return this.#report(path, version, error.fault, error.message);
    }
  }

  #report(path: string, version: string, fault: ArchiveFault, reason: string): Broken {
    this.#log.warn({ file: path, reason }, "a file of the map cannot be shown");
    return { path, version, fault };
  }

  /** The one that the configuration names, else those in the data folder by their names: the first that works is shown. */
  async #regionPaths(): Promise<string[]> {
    const { dataDir, map } = this.#config;
    if (map.file !== undefined) return [map.file];
    const names = await readdir(dataDir).catch((): string[] => []);
    return names
      .filter((name) => name.endsWith(".pmtiles"))
      .toSorted()
      .map((name) => join(dataDir, name));
  }
}

const absent = "absent";

/** Another one as soon as the file is; undefined when there is none. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}` : undefined;
}

/** What may be told of a file: its name. */
export function nameOf({ path }: Broken): string {
  return basename(path);
}
