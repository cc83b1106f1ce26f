import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";

import type { Db } from "../../core/db.ts";

export async function findEnergyPrices(db: Db, containerId: string): Promise<EnergyPrices | undefined> {
  const row = await db.selectFrom("energyPrice").selectAll().where("containerId", "=", containerId).executeTakeFirst();
  if (!row) return undefined;
  const { currency, fuelPricePerLitre, litresPerHour, litresPerKwh, gridPricePerKwh } = row;
  return { currency, fuelPricePerLitre, litresPerHour, litresPerKwh, gridPricePerKwh };
}

export async function saveEnergyPrices(db: Db, containerId: string, prices: EnergyPrices): Promise<void> {
  await db
    .insertInto("energyPrice")
    .values({ containerId, ...prices })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(prices))
    .execute();
}
