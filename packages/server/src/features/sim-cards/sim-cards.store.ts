import { localDay } from "@offgrid/contract/core/zone-time";
import { Refusal } from "@offgrid/contract/core/refusal";
import { type SimCard, simCardFields } from "@offgrid/contract/sim-cards/sim-card-rules";
import type { DataBudget } from "@offgrid/contract/sim-cards/sim-cards.schema";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { budgetOf, budgetSince } from "./data-budget.ts";

export async function findSimCard(db: Db, containerId: string): Promise<SimCard | undefined> {
  return db.selectFrom("simCard").select(simCardFields).where("containerId", "=", containerId).executeTakeFirst();
}

/**
 * @param card Null: the record is removed.
 * @throws Refusal sim_card_used where the card is in another container.
 */
export async function saveSimCard(db: Db, containerId: string, card: SimCard | null): Promise<void> {
  if (card === null) {
    await db.deleteFrom("simCard").where("containerId", "=", containerId).execute();
    return;
  }
  // A card outlives the container that it was in.
  await sql`update sim_card s set iccid = null from container c
    where s.iccid = ${card.iccid} and c.id = s.container_id and c.removed_at is not null`.execute(db);
  try {
    await db
      .insertInto("simCard")
      .values({ containerId, ...card })
      .onConflict((conflict) => conflict.column("containerId").doUpdateSet(card))
      .execute();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "sim_card_iccid") throw new Refusal("sim_card_used");
    throw error;
  }
}

interface Counted {
  zoneName: string;
  countedAt: Date | null;
  firstDay: string | null;
}

/** How the data that a container uses stands against its bundle now. */
export async function findDataBudget(
  db: Db,
  containerId: string,
  card: SimCard | undefined,
  nowMs: number,
): Promise<DataBudget> {
  const { rows: known } = await sql<Counted>`
    select c.zone_name, t.counted_at,
      (select min(day) from container_traffic_day d where d.container_id = c.id) as first_day
    from container c left join container_traffic t on t.container_id = c.id
    where c.id = ${containerId}`.execute(db);
  const { zoneName, countedAt, firstDay } = known[0] ?? { zoneName: "UTC", countedAt: null, firstDay: null };
  const today = localDay(zoneName, nowMs).date;
  const { rows: days } = await sql<{ day: string; bytes: number }>`
    select day, (down_bytes + up_bytes)::float8 as bytes from container_traffic_day
    where container_id = ${containerId} and day >= ${budgetSince(card?.renewalDay ?? null, today)}::date
    order by day`.execute(db);
  return budgetOf({ card, today, days, firstDay: firstDay ?? undefined, countedAt: countedAt ?? undefined });
}
