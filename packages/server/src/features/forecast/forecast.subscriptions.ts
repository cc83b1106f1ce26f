import type { Bus } from "../../bus/bus.ts";
import type { Forecaster } from "./forecaster.ts";

/** What makes a forecaster read again what it learned; every process that has one asks for it. @returns what ends the subscriptions. */
export function subscribeForecast(bus: Bus, forecaster: Forecaster): () => void {
  const ends = [
    bus.subscribe("containerChanged", ({ containerIds }) => containerIds.forEach((id) => forecaster.forget(id))),
    bus.onMissed(() => forecaster.forgetAll()),
  ];
  return () => ends.forEach((end) => end());
}
