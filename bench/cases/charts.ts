import type { BenchCase } from "../bench.types.ts";
import { withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const stepMs = 10_000;
const points = 8_641;
const framesPerMessage = 2_000;

export const chartsCase: BenchCase = {
  name: "charts",
  summary: "a day of one container at 10 s, raw: 8,641 points",
  run: (say) =>
    withPortal(async (portal) => {
      const [container] = await portal.register("chart", 1);
      if (!container) throw new Error("The container was not registered.");
      const toMs = Math.floor(Date.now() / stepMs) * stepMs - 60_000;
      const fromMs = toMs - (points - 1) * stepMs;
      say("sending the day");
      for (let first = 0; first < points; first += framesPerMessage) {
        const frames = Array.from({ length: Math.min(framesPerMessage, points - first) }, (_, index) => {
          const ts = fromMs + (first + index) * stepMs;
          const sun = Math.max(0, Math.sin((ts / 86_400_000) * 2 * Math.PI));
          const values = {
            "solar.power": Math.round(4_000 * sun),
            "load.power": 600 + ((first + index) % 50),
            "battery.soc": 60 + 30 * sun,
          };
          return { ts, values };
        });
        await portal.sendFrames([container], frames);
      }
      const question = (metrics: readonly string[]) => ({
        from: fromMs,
        to: toMs + 1,
        groupBy: "raw",
        zone: "UTC",
        series: metrics.map((metric) => ({ containerId: container.containerId, metric })),
      });
      const one = question(["solar.power"]);
      const { data } = (await portal.call("getChartData", one)) as { data: { t: unknown[] } };
      if (data.t.length !== points) throw new Error(`The chart has ${data.t.length} points in place of ${points}.`);
      const single = await timed(40, () => portal.call("getChartData", one));
      const triple = await timed(20, () =>
        portal.call("getChartData", question(["solar.power", "load.power", "battery.soc"])),
      );
      const target = { reference: 300, referenceName: "our target: 24 h under 300 ms" };
      return [
        { case: "getChartData, 8,641 points: p50", value: single.p50Ms, unit: "ms", ...target },
        { case: "getChartData, 8,641 points: p95", value: single.p95Ms, unit: "ms", ...target },
        { case: "getChartData, 3 x 8,641 points: p95", value: triple.p95Ms, unit: "ms", ...target },
        {
          case: "getChartData, 8,641 points: on the wire",
          value: (await portal.bytesOf("getChartData", one)) / 1024,
          unit: "KiB",
          reference: 60,
          referenceName: "our target, KiB",
        },
      ];
    }),
};
