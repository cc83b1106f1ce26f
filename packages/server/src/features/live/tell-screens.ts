import type { FeatureBase } from "../../calls/feature.ts";
import { Gathered } from "../../bus/gathered.ts";
import type { LiveSide } from "./live-side.ts";

/** What screens fetch again when they are told of it; the event on the bus and the message have the same name. */
type News =
  | "locksChanged"
  | "outputNamesChanged"
  | "configChanged"
  | "upgradeChanged"
  | "warningsChanged"
  | "worksChanged";

const mostWaiting = 5_000;

/**
 * Tells those who see a container that there is something else of it to fetch, until what it returns is called.
 */
export function tellScreens({ bus, log }: Pick<FeatureBase, "bus" | "log">, side: LiveSide, command: News) {
  const changed = new Gathered<true>(log, mostWaiting, (batch) =>
    side.sendAbout(
      [...batch.keys()].map((containerId) => ({ containerId, message: { command, data: { containerId } } })),
    ),
  );
  const end = bus.subscribe(command, ({ containerIds }) => containerIds.forEach((id) => changed.put(id, true)));
  return async (): Promise<void> => {
    end();
    await changed.idle();
  };
}
