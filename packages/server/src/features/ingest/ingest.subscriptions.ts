import type { Logger } from "pino";

import type { Bus } from "../../bus/bus.ts";
import type { IngestSide } from "./ingest-side.ts";

/** The bus events that ingest handles. @returns a function that ends the subscriptions. */
export function subscribeIngest(bus: Bus, ingest: IngestSide, log: Logger): () => void {
  const guarded = (work: Promise<void>) => {
    work.catch((error: unknown) => log.warn({ err: error }, "the state of containers could not be read again"));
  };
  const ends = [
    bus.subscribe("watched", ({ containerId, untilMs }) => ingest.watched(containerId, untilMs)),
    bus.subscribe("containerChanged", ({ containerIds }) => guarded(ingest.changed(containerIds))),
    bus.subscribe("controllerRevoked", ({ containerId }) => ingest.revoke(containerId)),
    bus.onMissed(() => guarded(ingest.rereadAll())),
  ];
  return () => ends.forEach((end) => end());
}
