import type { Logger } from "pino";

import type { Bus } from "../../bus/bus.ts";
import { keepFresh } from "../../bus/keep-fresh.ts";
import type { IngestSide } from "./ingest-side.ts";

/** The bus events that ingest handles. @returns a function that ends the subscriptions. */
export function subscribeIngest(bus: Bus, ingest: IngestSide, log: Logger): () => Promise<void> {
  const ends = [
    bus.subscribe("watched", ({ containerId, untilMs }) => ingest.watched(containerId, untilMs)),
    bus.subscribe("historyChanged", ({ containerIds }) => ingest.historyChanged(containerIds)),
    bus.subscribe("controllerRevoked", ({ containerId }) => ingest.revoke(containerId)),
  ];
  const stop = keepFresh(bus, log, {
    name: "containers",
    changed: (containerIds) => ingest.changed(containerIds),
    reload: () => ingest.rereadAll(),
  });
  return async () => {
    for (const end of ends) end();
    await stop();
  };
}
