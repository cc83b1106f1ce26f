import type { Db } from "../../core/db.ts";
import { ensureContainer, thePortal } from "../../testing/cast.ts";
import { addSlots, ensurePartitions, writeFrames } from "../../history/tiers/frames.store.ts";

/** Writes frames of a container through ingest's own store; makes the container if there is none. */
export async function store(
  containerId: string,
  names: string[],
  frames: [atMs: number, values: (number | null)[]][],
  everyS = 900,
  receivedMs?: number,
): Promise<void> {
  await ensureContainer(containerId);
  await storeIn((await thePortal()).database.db, containerId, names, frames, everyS, receivedMs);
}

/** A consumption every five minutes of a container in some zone. @param watts W at an instant. */
export async function storeInZone(
  containerId: string,
  zoneName: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  watts: (atMs: number) => number,
): Promise<void> {
  const frames: [atMs: number, values: number[]][] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += 300_000) frames.push([atMs, [watts(atMs)]]);
  await store(containerId, ["load.power"], frames, 300);
  const { db } = (await thePortal()).database;
  await db.updateTable("container").set({ zoneName }).where("id", "=", containerId).execute();
}

/** As `store`, of a container that is there, in any database. */
export async function storeIn(
  db: Db,
  containerId: string,
  names: string[],
  frames: [atMs: number, values: (number | null)[]][],
  everyS = 900,
  receivedMs = Date.UTC(2026, 5, 10, 12),
): Promise<void> {
  const slots = await addSlots(
    db,
    containerId,
    names.map((name) => ({ name, unit: null, kind: null })),
    512,
  );
  const rows = frames.map(([atMs, values]) => {
    const bySlot: (number | null)[] = [];
    for (const [index, name] of names.entries()) bySlot[(slots.get(name) as number) - 1] = values[index] ?? null;
    return { containerId, atMs, values: Array.from(bySlot, (value) => value ?? null) };
  });
  await ensurePartitions(db, rows, new Set());
  for (let from = 0; from < rows.length; from += 2_000)
    await writeFrames(db, rows.slice(from, from + 2_000), receivedMs);
  await db
    .insertInto("containerLatest")
    .values({ containerId, liveValues: "{}", devices: "[]", capabilities: "[]", everyS })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet({ everyS }))
    .execute();
}
