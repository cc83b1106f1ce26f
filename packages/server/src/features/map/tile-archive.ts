import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

import { Compression, type Header, PMTiles, SharedPromiseCache, TileType } from "pmtiles";

/** Directories that are kept in memory, of some 20 KiB each as they are stored. */
const keptDirectories = 32;
// A broken file may ask for anything, and small files unpack to huge ones; no good archive has pieces beyond these.
const mostPackedBytes = 1024 * 1024;
const mostDirectoryBytes = 512 * 1024;
const mostTileBytes = 4 * 1024 * 1024;
/** The closest zoom that tiles have an address for. */
const closestZoom = 22;

export type Encoding = "gzip" | "br";

/** A tile as it stands in the archive. */
export interface Tile {
  bytes: Uint8Array;
  /** How it is compressed; undefined: not at all. */
  encoding: Encoding | undefined;
}

/** What an archive says of itself. */
export interface ArchiveFacts {
  minZoom: number;
  maxZoom: number;
  /** [west, south, east, north] in degrees. */
  bounds: [west: number, south: number, east: number, north: number];
  /** As the maker of the data asks for it, with tags taken out. */
  attribution: string | undefined;
  /** Names of the layers of its tiles. */
  layers: readonly string[];
}

/** What is wrong with an archive. */
export type ArchiveFault = "unreadable" | "no_vector_tiles" | "other_layers";

export class BrokenArchive extends Error {
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BrokenArchive";
    this.fault = fault;
  }
}

/** A PMTiles file of vector tiles. Tiles are handed on compressed as they are. */
export class TileArchive {
  readonly facts: ArchiveFacts;
  readonly #file: FileHandle;
  readonly #archive: PMTiles;
  readonly #encoding: Encoding | undefined;
  readonly #readings = new Set<Promise<unknown>>();

  private constructor(file: FileHandle, archive: PMTiles, facts: ArchiveFacts, encoding: Encoding | undefined) {
    this.#file = file;
    this.#archive = archive;
    this.facts = facts;
    this.#encoding = encoding;
  }

  /** @throws BrokenArchive when it is no archive, cannot be read, or has no vector tiles. */
  static async open(path: string): Promise<TileArchive> {
    let file: FileHandle | undefined;
    try {
      file = await open(path, "r");
      const { size } = await file.stat();
      const cache = new SharedPromiseCache(keptDirectories, false, unpack);
      // What is not unpacked here is the tiles, which the browser unpacks.
      const archive = new PMTiles(sourceOf(file, path), cache, async (bytes) => bytes);
      const header = await archive.getHeader();
      if (header.tileType !== TileType.Mvt)
        throw new BrokenArchive("no_vector_tiles", `${path} has no vector tiles (MVT).`);
      if (header.tileDataOffset + (header.tileDataLength ?? 0) > size)
        throw new Error("it is shorter than it says: copy it again");
      if (!isPlausible(header)) throw new Error("its zooms or bounds cannot be");
      const facts = factsOf(header, await describe(file, header));
      return new TileArchive(file, archive, facts, encodingOf(header.tileCompression));
    } catch (error) {
      await file?.close();
      if (error instanceof BrokenArchive) throw error;
      throw new BrokenArchive("unreadable", `${path} cannot be read as PMTiles (${(error as Error).message}).`, {
        cause: error,
      });
    }
  }

  /**
   * @returns undefined where the archive has nothing.
   * @throws Error when it cannot be read there, or would unpack to more than any map shows.
   */
  async tile(z: number, x: number, y: number): Promise<Tile | undefined> {
    const reading = this.#read(z, x, y);
    this.#readings.add(reading);
    try {
      return await reading;
    } finally {
      this.#readings.delete(reading);
    }
  }

  async #read(z: number, x: number, y: number): Promise<Tile | undefined> {
    const found = await this.#archive.getZxy(z, x, y);
    if (!found) return undefined;
    const tile = { bytes: new Uint8Array(found.data), encoding: this.#encoding };
    await unpackTile(tile);
    return tile;
  }

  /** Once all that is being read has been. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#readings);
    await this.#file.close();
  }
}

function sourceOf(file: FileHandle, key: string) {
  return {
    getKey: () => key,
    getBytes: async (offset: number, length: number) => ({ data: await readPiece(file, offset, length) }),
  };
}

async function readPiece(file: FileHandle, offset: number, length: number): Promise<ArrayBuffer> {
  if (length > mostPackedBytes) throw new Error("a piece of it is larger than any should be");
  const bytes = new Uint8Array(new ArrayBuffer(length));
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.buffer.slice(0, bytesRead);
}

interface Description {
  attribution?: unknown;
  vector_layers?: unknown;
}

async function describe(file: FileHandle, header: Header): Promise<Description> {
  const packed = await readPiece(file, header.jsonMetadataOffset, header.jsonMetadataLength);
  const text = Buffer.from(await unpack(packed, header.internalCompression)).toString("utf8");
  return JSON.parse(text) as Description;
}

function factsOf(header: Header, { attribution, vector_layers: layers }: Description): ArchiveFacts {
  return {
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: typeof attribution === "string" ? withoutTags(attribution) : undefined,
    layers: Array.isArray(layers) ? layers.map(({ id }: { id?: unknown }) => String(id)) : [],
  };
}

function withoutTags(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&copy;", "©")
    .trim()
    .slice(0, 200);
}

function encodingOf(compression: Compression): Encoding | undefined {
  if (compression === Compression.None || compression === Compression.Unknown) return undefined;
  if (compression === Compression.Gzip) return "gzip";
  if (compression === Compression.Brotli) return "br";
  throw new Error("browsers cannot unpack its tiles");
}

function isPlausible({ minZoom, maxZoom, minLon, minLat, maxLon, maxLat }: Header): boolean {
  const areBounds =
    -180 <= minLon && minLon < maxLon && maxLon <= 180 && -90 <= minLat && minLat < maxLat && maxLat <= 90;
  return minZoom <= maxZoom && maxZoom <= closestZoom && areBounds;
}

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/** @throws Error when it is not packed as its archive says, or is larger than any should be. */
export async function unpackTile({ bytes, encoding }: Tile): Promise<Uint8Array> {
  return encoding === undefined ? bytes : unpackers[encoding](bytes, { maxOutputLength: mostTileBytes });
}

async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const how = encodingOf(compression);
  if (how === undefined) return packed;
  const bytes = await unpackers[how](Buffer.from(packed), { maxOutputLength: mostDirectoryBytes });
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
