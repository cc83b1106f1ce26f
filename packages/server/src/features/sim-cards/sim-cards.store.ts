import { localDay } from "@offgrid/contract/core/zone-time";
import { Refusal } from "@offgrid/contract/core/refusal";
import { type SimCard, simCardFields } from "@offgrid/contract/sim-cards/sim-card-rules";
import type { DataBudget } from "@offgrid/contract/sim-cards/sim-cards.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { budgetOf } from "./data-budget.ts";

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
  containerId: string;
  zoneName: string;
  countedAt: Date | null;
  firstDay: string | null;
  days: { day: string; bytes: number }[] | null;
}

/** Bytes of the days that matter: a bundle is renewed each month, and its pace is that of the week before. */
const mattersMs = 45 * 86_400_000;

async function listCounted(db: Db, containerIds: readonly string[], sinceMs: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select c.id as container_id, c.zone_name, t.counted_at,
      (select min(day) from container_traffic_day d where d.container_id = c.id) as first_day,
      (select json_agg(json_build_object('day', day::text, 'bytes', (down_bytes + up_bytes)::float8) order by day)
        from container_traffic_day d where d.container_id = c.id and day >= ${toTime(sinceMs)}::date) as days
    from container c left join container_traffic t on t.container_id = c.id
    where c.id = any(${[...containerIds]}::text[])`.execute(db);
  return rows;
}

type BudgetCard = Parameters<typeof budgetOf>[0]["card"];

/** @param isWholeDays By the days alone that were over then. */
function budgetAt(counted: Counted | undefined, card: BudgetCard, nowMs: number, isWholeDays = false): DataBudget {
  const { zoneName = "UTC", countedAt = null, firstDay = null, days = null } = counted ?? {};
  const today = localDay(zoneName, nowMs).date;
  return budgetOf({
    card,
    today,
    days: (days ?? []).filter(({ day }) => !isWholeDays || day < today),
    firstDay: firstDay ?? undefined,
    countedAt: countedAt ?? undefined,
  });
}

/** How the data that a container uses stands against its bundle now. */
export async function findDataBudget(
  db: Db,
  containerId: string,
  card: SimCard | undefined,
  nowMs: number,
): Promise<DataBudget> {
  const [counted] = await listCounted(db, [containerId], nowMs - mattersMs);
  return budgetAt(counted, card, nowMs);
}

/** The same of those of these containers that have a card. */
export async function listDataBudgets(
  db: Db,
  containerIds: readonly string[],
  nowMs: number,
): Promise<Map<string, DataBudget>> {
  if (containerIds.length === 0) return new Map();
  const cards = await db
    .selectFrom("simCard")
    .select(["containerId", "bundleMb", "renewalDay", "expiresOn", "pricePerMb"])
    .where("containerId", "in", [...containerIds])
    .execute();
  const ids = cards.map(({ containerId }) => containerId);
  const counted = new Map((await listCounted(db, ids, nowMs - mattersMs)).map((one) => [one.containerId, one]));
  return new Map(
    cards.map(({ containerId, ...card }) => [containerId, budgetAt(counted.get(containerId), card, nowMs)]),
  );
}

/** How it stood at an instant, by the days that were over then and by the card as it is now. */
export async function pastDataBudgets(
  db: Db,
  containerId: string,
  { fromMs }: { fromMs: number },
): Promise<(atMs: number) => DataBudget> {
  const card = await findSimCard(db, containerId);
  const [counted] = await listCounted(db, [containerId], fromMs - mattersMs);
  return (atMs) => budgetAt(counted, card, atMs, true);
}
