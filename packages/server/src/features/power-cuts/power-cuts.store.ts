import type { Db } from "../../core/db.ts";
import type { RememberedCuts } from "@offgrid/contract/power-cuts/cut-off";

/** What tells at which charge the loads of a container may have been cut. */
export async function findRememberedCuts(db: Db, containerId: string): Promise<RememberedCuts> {
  const row = await db
    .selectFrom("container")
    .leftJoin("containerLatest", "containerLatest.containerId", "container.id")
    .leftJoin("forecastSetting", "forecastSetting.containerId", "container.id")
    .select(["reserveSoc", "cutSoc", "pastCuts", "loadRuns"])
    .where("container.id", "=", containerId)
    .executeTakeFirst();
  const { reserveSoc = null, cutSoc = null, pastCuts, loadRuns } = row ?? {};
  const cuts = [...(pastCuts ?? []), ...(loadRuns ?? []).filter(({ kind }) => kind === "cut")];
  return { reserveSoc, cutSoc, beganSocs: cuts.flatMap(({ soc }) => soc ?? []) };
}
