import type { Logger } from "pino";

import type { Bus } from "../../bus/bus.ts";
import { keepFresh } from "../../bus/keep-fresh.ts";
import type { Forecaster } from "./forecaster.ts";

/** The bus events that forecasts depend on. @returns a function that ends the subscriptions. */
export function subscribeForecast(bus: Bus, forecaster: Forecaster, log: Logger): () => Promise<void> {
  const end = bus.subscribe("historyChanged", ({ containerIds }) =>
    containerIds.forEach((id) => forecaster.forget(id)),
  );
  const stop = keepFresh(bus, log, {
    name: "what forecasts have learned",
    changed: (containerIds) => containerIds.forEach((id) => forecaster.forget(id)),
    reload: () => forecaster.forgetAll(),
  });
  return async () => {
    end();
    await stop();
  };
}
