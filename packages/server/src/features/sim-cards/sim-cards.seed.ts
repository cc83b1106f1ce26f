import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";

import type { Db } from "../../core/db.ts";
import { addTraffic, listTraffic } from "../traffic/traffic.store.ts";
import { findSimCard, saveSimCard } from "./sim-cards.store.ts";

const dayMs = 86_400_000;
/** More than a bundle lasts. */
const days = 35;

/**
 * Records the SIM cards of the demonstration's containers, with what these used in the days before. Of one that has a
 * card, or of which bytes were counted, nothing is changed.
 * @param shareOf The share of a mean day that a day so many days ago took.
 */
export async function addDemoSimCards(
  db: Db,
  cards: ReadonlyMap<string, { card: SimCard; bytesPerDay: number }>,
  nowMs: number,
  shareOf: (daysAgo: number) => number,
): Promise<void> {
  const counted = await listTraffic(db, [...cards.keys()]);
  const fresh = [...cards].filter(([containerId]) => !counted.has(containerId));
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    const used = fresh.map(([containerId, { bytesPerDay }]) => {
      const bytes = bytesPerDay * shareOf(daysAgo);
      return [containerId, { upBytes: Math.round(0.8 * bytes), downBytes: Math.round(0.2 * bytes) }] as const;
    });
    await addTraffic(db, new Map(used), nowMs - daysAgo * dayMs);
  }
  for (const [containerId, { card }] of cards)
    if (!(await findSimCard(db, containerId))) await saveSimCard(db, containerId, card);
}
