import type { BenchCase } from "../bench.types.ts";
import { runLoad } from "../load/run-load.ts";
import { withPortal } from "../portal.ts";

const screenCount = 500;
/** Each sends a message a second. */
const containerCount = 100;
const seconds = 20;
const lookEveryMs = 1_000;

export const screensCase: BenchCase = {
  name: "screens",
  summary: "500 live screens, five on each of 100 containers that send a message a second",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers, signing in for ${screenCount} screens`);
      const containers = await portal.register("live", containerCount);
      const logins = await portal.screenLogins(screenCount);
      const screens = logins.map((login, index) => ({
        ...login,
        containerId: containers[index % containerCount]?.containerId ?? "",
      }));
      say(`${seconds} s`);
      const sizes: number[] = [];
      const timer = setInterval(() => void portal.usage().then(({ rssBytes }) => sizes.push(rssBytes)), lookEveryMs);
      const order = { mqttPort: portal.mqttPort, webSocketUrl: portal.webSocketUrl, containers, screens, seconds };
      const result = await runLoad.live(order).finally(() => clearInterval(timer));
      if (result.right < screenCount)
        throw new Error(`Only ${result.right} of ${screenCount} screens ended on the last value.`);
      const name = "500 screens, 100 messages/s";
      return [
        { case: `${name}: sent to shown, p50`, value: result.p50Ms, unit: "ms" },
        { case: `${name}: sent to shown, p95`, value: result.p95Ms, unit: "ms", reach: 2_000 },
        { case: `${name}: sent to shown, p99`, value: result.p99Ms, unit: "ms", reach: 5_000 },
        { case: `${name}: memory of the portal's process`, value: Math.max(...sizes) / 1e6, unit: "MB", reach: 600 },
      ];
    }),
};
