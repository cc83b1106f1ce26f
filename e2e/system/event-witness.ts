/**
 * A program for the test of events: a controller without equipment that reports one event and runs until it is killed.
 */
import { startController } from "@offgrid/controller/controller";

const [url = "", containerId = "", secret = "", dataDir = "", code = ""] = process.argv.slice(2);

const controller = await startController({
  url,
  containerId,
  secret,
  dataDir,
  driver: {
    metrics: [{ name: "battery.soc" }],
    devices: [],
    capabilities: [],
    read: async () => undefined,
    close: async () => {},
  },
  everyMs: 1_000,
  reconnectAfterMs: 200,
  resendAfterMs: 1_000,
});
// Without a code it only sends what an earlier run left behind.
if (code !== "") controller.sendEvent(code, "warning", "door.1");
