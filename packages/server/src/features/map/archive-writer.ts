import { gzipSync } from "node:zlib";

import { Compression, TileType, zxyToTileId } from "pmtiles";

/** A tile of an archive to be: vector data that is not compressed yet. */
export interface TileToWrite {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

export interface ArchiveAbout {
  /** [west, south, east, north] in degrees. */
  bounds: readonly [west: number, south: number, east: number, north: number];
  metadata: object;
  /** Another kind than vector tiles, for tests of what is refused. */
  tileType?: TileType;
}

interface Entry {
  tileId: number;
  offset: number;
  length: number;
  /** How many tiles in a row have these bytes; 0: a directory of its own. */
  runLength: number;
}

const headerBytes = 127;
/** Of one directory: the first one has to fit into the first 16 KiB of the file. */
const entriesPerLeaf = 2_048;

/** A PMTiles archive (version 3) of tiles, each different content once. */
export function writeArchive(tiles: readonly TileToWrite[], about: ArchiveAbout): Buffer {
  const { entries, data, contents } = packTiles(tiles);
  const leaves = entries.length > entriesPerLeaf ? toLeaves(entries) : undefined;
  const root = gzipSync(directory(leaves?.pointers ?? entries));
  const metadata = gzipSync(JSON.stringify(about.metadata));
  const leafBytes = leaves?.bytes ?? Buffer.alloc(0);
  const header = Buffer.alloc(headerBytes);
  header.write("PMTiles");
  header.writeUInt8(3, 7);
  const metadataAt = headerBytes + root.length;
  const leavesAt = metadataAt + metadata.length;
  const dataAt = leavesAt + leafBytes.length;
  const places = [headerBytes, root.length, metadataAt, metadata.length, leavesAt, leafBytes.length, dataAt];
  const counts = [data.length, tiles.length, entries.length, contents];
  for (const [index, value] of [...places, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  const zooms = tiles.map(({ z }) => z);
  const [minZoom, maxZoom] = [Math.min(...new Set(zooms)), Math.max(...new Set(zooms))];
  const bytes = [1, Compression.Gzip, Compression.Gzip, about.tileType ?? TileType.Mvt, minZoom, maxZoom];
  for (const [index, value] of bytes.entries()) header.writeUInt8(value, 96 + index);
  const [west, south, east, north] = about.bounds;
  for (const [index, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  header.writeUInt8(minZoom, 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, root, metadata, leafBytes, data]);
}

function packTiles(tiles: readonly TileToWrite[]): { entries: Entry[]; data: Buffer; contents: number } {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ tileId: zxyToTileId(z, x, y), bytes }))
    .toSorted((one, other) => one.tileId - other.tileId);
  const known = new Map<string, { offset: number; length: number }>();
  const pieces: Buffer[] = [];
  const entries: Entry[] = [];
  let end = 0;
  for (const { tileId, bytes } of sorted) {
    const key = Buffer.from(bytes).toString("latin1");
    let place = known.get(key);
    if (!place) {
      const piece = gzipSync(bytes, { level: 9 });
      place = { offset: end, length: piece.length };
      known.set(key, place);
      pieces.push(piece);
      end += piece.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.tileId + last.runLength === tileId) last.runLength++;
    else entries.push({ tileId, ...place, runLength: 1 });
  }
  return { entries, data: Buffer.concat(pieces), contents: known.size };
}

function toLeaves(entries: readonly Entry[]): { pointers: Entry[]; bytes: Buffer } {
  const pointers: Entry[] = [];
  const pieces: Buffer[] = [];
  let offset = 0;
  for (let start = 0; start < entries.length; start += entriesPerLeaf) {
    const piece = gzipSync(directory(entries.slice(start, start + entriesPerLeaf)));
    pointers.push({ tileId: entries[start]!.tileId, offset, length: piece.length, runLength: 0 });
    pieces.push(piece);
    offset += piece.length;
  }
  return { pointers, bytes: Buffer.concat(pieces) };
}

/** The columns of a directory one after the other, as the format has them. */
function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ tileId }, index) => tileId - (entries[index - 1]?.tileId ?? 0)),
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, index) => {
      const before = entries[index - 1];
      // 0 stands for "right after the one before".
      return before && before.offset + before.length === offset ? 0 : offset + 1;
    }),
  ];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
