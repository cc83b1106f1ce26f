import type { Db } from "../../core/db.ts";
import type { CutOffInputs } from "../energy-state/energy-state.ts";

/** What tells the cut-off of a container. */
export async function findCutOffInputs(db: Db, containerId: string): Promise<CutOffInputs> {
  const row = await db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .select(["reserveSoc", "cutSoc", "soc", "cutSince"])
    .where("container.id", "=", containerId)
    .executeTakeFirst();
  const { cutSince = null, ...known } = row ?? { reserveSoc: null, cutSoc: null, soc: null };
  return { ...known, isCut: cutSince !== null };
}
