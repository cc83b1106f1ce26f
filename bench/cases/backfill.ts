import type { BenchCase } from "../bench.types.ts";
import { openController } from "../load/controller.ts";
import { runLoad } from "../load/run-load.ts";
import { withPortal } from "../portal.ts";
import { metrics } from "@offgrid/contract/telemetry/metrics";

const days = 3;
const stepMs = 10_000;
const metricCount = 10;
const framesPerMessage = 360;
/** As in protocol.md, rule 5. */
const messagesInFlight = 5;
const otherCount = 50;
const liveS = 15;
/** By then all the others have begun. */
const headStartMs = 5_000;

export const backfillCase: BenchCase = {
  name: "backfill",
  summary: "a controller that was offline for 3 days sends 260,000 values, while 50 others are watched live",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${otherCount + 1} containers`);
      const [returning, ...others] = await portal.register("back", otherCount + 1);
      if (!returning) throw new Error("The container was not registered.");
      const logins = await portal.screenLogins(otherCount);
      const screens = logins.map((login, index) => ({ ...login, containerId: others[index]?.containerId ?? "" }));
      const order = { mqttPort: portal.mqttPort, webSocketUrl: portal.webSocketUrl, screens, seconds: liveS };
      const live = runLoad.live({ ...order, containers: others });
      await new Promise((resolve) => setTimeout(resolve, headStartMs));

      say("sending the three days");
      const names = Object.keys(metrics).slice(0, metricCount);
      const controller = await openController(portal.mqttPort, returning, names);
      const frames = (days * 86_400_000) / stepMs;
      const fromMs = Math.floor(Date.now() / stepMs) * stepMs - frames * stepMs;
      const began = performance.now();
      const sent: number[] = [];
      for (let first = 0; first < frames; first += framesPerMessage) {
        const count = Math.min(framesPerMessage, frames - first);
        const t = Array.from({ length: count }, (_, index) => fromMs + (first + index) * stepMs);
        const v = t.map((at) => names.map((_, column) => ((at / stepMs + column * 37) % 10_000) / 10));
        sent.push(controller.send("history", t, v));
        const oldest = sent.at(-messagesInFlight);
        if (oldest !== undefined) await controller.acked(oldest);
      }
      for (const seq of sent) await controller.acked(seq);
      const tookS = (performance.now() - began) / 1000;
      controller.cut();
      const { p95Ms, right } = await live;
      if (right < otherCount) throw new Error(`Only ${right} of ${otherCount} screens ended on the last value.`);
      const values = frames * metricCount;
      const name = `3 days offline, ${values.toLocaleString("en")} values`;
      const database = { reference: 1.5, referenceName: "the database alone" };
      return [
        { case: `${name}: stored and acknowledged`, value: tookS, unit: "s", ...database, reach: 60 },
        { case: `${name}: others meanwhile, sent to shown, p95`, value: p95Ms, unit: "ms", reach: 2_000 },
      ];
    }),
};
