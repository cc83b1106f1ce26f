import { defineFeature } from "../../calls/feature.ts";
import { deliverAll } from "./deliver.ts";
import { removeOld } from "./delivery-log.store.ts";
import { planAll } from "./planner.ts";
import { Sender } from "./sender.ts";

declare module "../../calls/services.ts" {
  interface Services {
    sender: Sender;
  }
}

const everyMs = 1_000;
const cleanEveryMs = 6 * 3_600_000;
const keptMs = 90 * 86_400_000;

export const channelsFeature = defineFeature((base) => {
  const { config, db, clock } = base;
  const sender = new Sender(base);
  const url = config.publicUrl ?? `http://localhost:${config.port}`;
  return {
    services: { sender },
    jobs: [
      { name: "delivery-plan", everyMs, run: ({ signal }) => planAll(base, signal) },
      { name: "deliveries", everyMs, run: ({ signal }) => deliverAll({ ...base, sender, url }, signal) },
      { name: "delivery-cleanup", everyMs: cleanEveryMs, run: () => removeOld(db, clock.now() - keptMs) },
    ],
  };
});
