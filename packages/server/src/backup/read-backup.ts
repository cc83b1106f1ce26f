import { StartError } from "../core/start-error.ts";
import { readArchive } from "./archive.ts";
import type { BackupKey } from "./backup-key.ts";
import type { Progress } from "./make-backup.ts";
import { End, Manifest, ManifestFormat, endName, formatVersion, keyName, manifestName } from "./manifest.ts";
import { RowSum } from "./row-sum.ts";
import type { Table } from "./snapshot.ts";

/** What becomes of the parts of a backup, in their order. */
export interface BackupReader {
  begin?(manifest: Manifest): Promise<void>;
  /** portal.key, where the backup has it. */
  key?(text: string): Promise<void>;
  /** Rows of a table, in COPY's text format; all of one before the next, and none at all for an empty one. */
  rows?(table: Table, piece: Buffer): Promise<void>;
  /** All was read, and adds up to what the backup says. */
  end?(end: End): Promise<void>;
}

export interface ReadBackup {
  manifest: Manifest;
  rows: number;
}

/**
 * Reads a backup to its end, and checks it.
 * @throws StartError in one sentence when it is not whole, from a newer portal, or closed to this key.
 */
export async function readBackup(
  path: string,
  key: BackupKey,
  reader: BackupReader,
  progress?: Progress,
): Promise<ReadBackup> {
  let manifest: Manifest | undefined;
  let end: End | undefined;
  const sums = new Map<string, { table: Table; sum: RowSum }>();
  let current = "";
  for await (const { name, data } of readArchive(path, key)) {
    if (name === manifestName) {
      manifest = readManifest(data, path);
      for (const table of manifest.tables) sums.set(table.name, { table, sum: new RowSum() });
      await reader.begin?.(manifest);
    } else if (!manifest) throw broken(path, "it does not begin as one");
    else if (name === keyName) await reader.key?.(data.toString());
    else if (name === endName) end = End.parse(JSON.parse(data.toString()));
    else {
      const known = sums.get(/^tables\/(\w+)\/\d{8}$/.exec(name)?.[1] ?? "");
      if (!known || end) throw broken(path, `nothing is known of its part ${name}`);
      if (known.table.name !== current)
        progress?.((current = known.table.name), [...sums.keys()].indexOf(current) + 1, sums.size);
      known.sum.add(data);
      await reader.rows?.(known.table, data);
    }
  }
  if (!manifest || !end) throw broken(path, "its end is missing");
  const counted = [...sums].map(([name, { sum }]) => ({ name, ...sum.check }));
  if (JSON.stringify(counted) !== JSON.stringify(end.tables)) throw broken(path, "its rows do not add up");
  await reader.end?.(end);
  return { manifest, rows: counted.reduce((all, { rows }) => all + rows, 0) };
}

function readManifest(data: Buffer, path: string): Manifest {
  const parsed: unknown = JSON.parse(data.toString());
  const format = ManifestFormat.safeParse(parsed).data?.format ?? 0;
  if (format > formatVersion) {
    throw new StartError(
      `The backup ${path} has the format ${format}, which a newer portal wrote; use that portal to read it.`,
    );
  }
  const manifest = Manifest.safeParse(parsed);
  if (!manifest.success) throw broken(path, "it does not begin as one");
  return manifest.data;
}

function broken(path: string, why: string): StartError {
  return new StartError(`The backup ${path} is damaged or no backup (${why}); use another one.`);
}
