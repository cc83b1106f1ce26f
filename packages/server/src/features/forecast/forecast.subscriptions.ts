import type { Bus } from "../../bus/bus.ts";
import type { Forecaster } from "./forecaster.ts";

/**
 * The bus events that make a forecaster learn again, in every process that has one. @returns a function that ends the
 * subscriptions.
 */
export function subscribeForecast(bus: Bus, forecaster: Forecaster): () => void {
  const ends = [
    bus.subscribe("containerChanged", ({ containerIds }) => containerIds.forEach((id) => forecaster.forget(id))),
    bus.onMissed(() => forecaster.forgetAll()),
  ];
  return () => ends.forEach((end) => end());
}
