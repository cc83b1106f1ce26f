/** A portal with the demonstration accounts on free ports, as a process of its own; DATA_DIR says where it keeps things. */
import { systemClock } from "@offgrid/server/core/clock";
import { readConfig } from "@offgrid/server/core/config";
import { openLog } from "@offgrid/server/core/log";
import { RollupWorker } from "@offgrid/server/features/telemetry/rollup-worker";
import { addDemoAccounts } from "@offgrid/server/features/users/users.seed";
import { startPortal } from "@offgrid/server/portal";

const config = { ...readConfig({ LOG_LEVEL: "warn", ...process.env, PORT: "0", MQTT_PORT: "0" }), demo: true };
const log = openLog(config.logLevel);
const portal = await startPortal(config, { log });
await addDemoAccounts(portal.database.db);
// Without its parent nobody would ever stop it.
process.on("disconnect", () => void portal.stop().then(() => process.exit(0)));
// The portal's own worker would wait for a quiet minute first.
process.on("message", (order) => {
  if (order !== "summarise") return;
  const worker = new RollupWorker(portal.database.db, systemClock, log, () => false);
  const all = async () => {
    while (await worker.work(true));
  };
  void all().then(() => process.send?.("summarised"));
});
process.send?.({ url: portal.url, mqttPort: portal.mqttPort });
