import type { Db } from "../../core/db.ts";
import { applyTo, type KitSubject, takenFrom } from "../kits/kits.store.ts";

/** A container with the kit that it has, and what is set that kits say something about. */
export interface KitMember extends KitSubject {
  id: string;
  name: string;
  latitude: number | null;
  longitude: number | null;
  kit: string | null;
}

/** @param containerIds Of containers that the caller is known to see. @returns them by name. */
export function listMembers(db: Db, containerIds: readonly string[]): Promise<KitMember[]> {
  return db
    .selectFrom("container")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .leftJoin("kit", "kit.id", "container.kitId")
    .select(["container.id", "container.name", "container.latitude", "container.longitude", "kit.name as kit"])
    .select(["forecastSetting.capacity", "forecastSetting.reserveSoc", "forecastSetting.solarTemplateId"])
    .where("container.id", "in", [...containerIds])
    .where("container.removedAt", "is", null)
    .orderBy("container.name")
    .orderBy("container.id")
    .execute();
}

/** Gives a container a kit, with what it takes from it. */
export async function giveKit(
  tx: Db,
  kit: { id: string; pvWp: number | null; reserveSoc: number | null },
  container: KitMember,
): Promise<void> {
  const { id, latitude, longitude } = container;
  await tx.updateTable("container").set({ kitId: kit.id }).where("id", "=", id).execute();
  if (container.capacity === null) {
    const isPlaced = latitude !== null && longitude !== null;
    return applyTo(tx, id, kit.id, isPlaced ? { lat: latitude, long: longitude } : undefined);
  }
  const { pvWp, reserveSoc } = takenFrom(kit, container);
  await tx
    .updateTable("forecastSetting")
    .set({ capacity: pvWp ?? container.capacity, reserveSoc })
    .where("containerId", "=", id)
    .execute();
}
