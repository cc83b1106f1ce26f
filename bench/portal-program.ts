/** A portal with the demonstration accounts on free ports, as a process of its own; DATA_DIR says where it keeps things. */
import { readConfig } from "@offgrid/server/core/config";
import { openLog } from "@offgrid/server/core/log";
import { addDemoAccounts } from "@offgrid/server/features/users/users.seed";
import { startPortal } from "@offgrid/server/portal";

const config = { ...readConfig({ LOG_LEVEL: "warn", ...process.env, PORT: "0", MQTT_PORT: "0" }), demo: true };
const portal = await startPortal(config, { log: openLog(config.logLevel) });
await addDemoAccounts(portal.database.db);
// Without its parent nobody would ever stop it.
process.on("disconnect", () => void portal.stop().then(() => process.exit(0)));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rssBytes: process.memoryUsage.rss(), cpuS: (user + system) / 1e6 });
});
process.send?.({ url: portal.url, mqttPort: portal.mqttPort });
