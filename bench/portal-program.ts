/** A portal with the demonstration accounts on free ports, as a process of its own; DATA_DIR is its data folder. */
import { constants, setPriority } from "node:os";

import { systemClock } from "@offgrid/server/core/clock";
import { readConfig } from "@offgrid/server/config/config";
import { openLog } from "@offgrid/server/core/log";
import { hashPassword } from "@offgrid/server/core/password-hash";
import { RollupWorker } from "@offgrid/server/history/rollups/rollup-worker";
import { TierWorker } from "@offgrid/server/history/tiers/tier-worker";
import { addDemoAccounts, demoPassword } from "@offgrid/server/features/users/users.seed";
import * as users from "@offgrid/server/features/users/users.store";
import { startPortal } from "@offgrid/server/portal";

import { copyHistory } from "./copy-history.ts";
import { fillTickets } from "./fill-tickets.ts";
import { databaseCpuS } from "./database-cpu.ts";
import { viewers } from "./portal.ts";

// Pages are measured as if the portal ran elsewhere: it takes only the processor time that the browser leaves, and so
// does the database that it starts.
if (process.env["BENCH_PORTAL_YIELDS"] === "true") setPriority(constants.priority.PRIORITY_LOW);

const config = {
  ...readConfig({ LOG_LEVEL: "warn", OUTSIDE_SERVICES: "off", ...process.env, PORT: "0", MQTT_PORT: "0" }),
  demo: true,
};
const log = openLog(config.logLevel);
const portal = await startPortal(config, { log });
await addDemoAccounts(portal.database.db);
// Several people for many screens at once: a person has ten sessions at most.
for (let number = 1; number <= viewers; number++) {
  const name = { firstName: "Viewer", lastName: String(number) };
  const passwordHash = await hashPassword(demoPassword);
  await users.insert(portal.database.db, {
    email: `viewer-${number}@demo.offgrid`,
    role: "admin",
    ...name,
    passwordHash,
  });
}
// Without its parent nobody would ever stop it.
process.on("disconnect", () => void portal.stop().then(() => process.exit(0)));
process.on("message", (order) => {
  if (order === "usage") {
    const { user, system } = process.cpuUsage();
    const own = { rssBytes: process.memoryUsage.rss(), cpuS: (user + system) / 1e6 };
    void databaseCpuS(portal.database.pool).then((used) => process.send?.({ ...own, databaseCpuS: used }));
  } else if (order === "summarise") {
    // The portal's own worker would first wait for a quiet minute.
    const worker = new RollupWorker(portal.database.db, systemClock, () => false);
    const all = async () => {
      while (await worker.work(true));
    };
    void all().then(() => process.send?.("summarised"));
  } else if (order === "seal") {
    const never = { sealAfterS: 0, rawDays: 36_500, rollupDays: 36_500 };
    const worker = new TierWorker(portal.database.db, systemClock, log, never, () => false);
    const all = async () => {
      while (await worker.seal());
    };
    void all().then(() => process.send?.("sealed"));
  } else if (typeof order === "object" && order !== null && "from" in order) {
    const { from, to } = order as { from: string[]; to: string[] };
    void copyHistory(portal.database.pool, from, to).then(() => process.send?.("copied"));
  } else if (typeof order === "object" && order !== null && "tickets" in order) {
    const wanted = order as Parameters<typeof fillTickets>[1];
    void fillTickets(portal.database.pool, wanted).then(() => process.send?.("filled"));
  }
});
process.send?.({ url: portal.url, mqttPort: portal.mqttPort });
