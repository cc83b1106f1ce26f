/** What fuel and grid cost where a container of the demonstration has a generator, so that its hours and litres have a price. */
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { fuelLPerHour } from "@offgrid/simulator/plant/supervision";

import type { Call } from "./demo.call.ts";

/** Euros for a litre of diesel and a kilowatt hour: in one currency, so that containers can be compared. */
const prices = { currency: "EUR", fuelPricePerLitre: 1.15, gridPricePerKwh: 0.18 };

/** Prices that somebody has set stay. */
export async function addPrices(call: Call): Promise<void> {
  for (const member of fleet) {
    const { generatorSet } = memberPlant(member);
    if (!generatorSet) continue;
    const { containerId } = member;
    const { data } = await call<{ data: unknown }>("getEnergyPrices", { containerId });
    if (data !== null) continue;
    const litresPerHour = rounded(fuelLPerHour(generatorSet, 0));
    const litresPerKwh = rounded(fuelLPerHour(generatorSet, 1_000) - fuelLPerHour(generatorSet, 0));
    await call("setEnergyPrices", { containerId, prices: { ...prices, litresPerHour, litresPerKwh } });
  }
}

/** To the millilitre. */
const rounded = (litres: number) => Math.round(litres * 1_000) / 1_000;
