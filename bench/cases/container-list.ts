import type { BenchCase } from "../bench.types.ts";
import { withPortal } from "../portal.ts";
import { timed, warmRuns } from "../timing.ts";

const containerCount = 1_000;
const runs = 150;

const target = { reference: 500, referenceName: "our target: calls p95 under 500 ms" };

export const containerListCase: BenchCase = {
  name: "container-list",
  summary: "the container list with 1,000 containers",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers, each with one frame`);
      const containers = await portal.register("site", containerCount);
      await portal.sendFrames(containers, [
        {
          ts: Date.now(),
          values: { "battery.soc": 71.5, "solar.power": 1820, "load.power": 640, "battery.power": 1180 },
        },
      ]);
      const before = await portal.usage();
      const whole = await timed(runs, () => portal.call("getSitesV2"));
      const after = await portal.usage();
      const page = await timed(40, () => portal.call("getSitesV2", { page: 3, pageSize: 50, sort: "name" }));
      const bytes = await portal.bytesOf("getSitesV2");
      say(`registering ${containerCount} more`);
      await portal.register("more", containerCount);
      const large = await timed(40, () => portal.call("getSitesV2"));
      const filter = { status: "offline", cluster: null, version: null, warning: false, favorite: false };
      const narrowed = await timed(40, () =>
        portal.call("getSitesV2", { filter, sort: "-name", page: 1, pageSize: 50 }),
      );
      return [
        { case: "getSitesV2, 1,000 containers at once: p50", value: whole.p50Ms, unit: "ms", reach: 10 },
        { case: "getSitesV2, 1,000 containers at once: p95", value: whole.p95Ms, unit: "ms", ...target },
        {
          case: "getSitesV2, 1,000 containers at once: processor time of the portal's process",
          value: ((after.cpuS - before.cpuS) / (runs + warmRuns)) * 1000,
          unit: "ms",
        },
        { case: "getSitesV2, 1,000 containers at once: on the wire", value: bytes / 1024, unit: "KiB" },
        { case: "getSitesV2, a page of 50 of 1,000: p50", value: page.p50Ms, unit: "ms" },
        { case: "getSitesV2, a page of 50 of 1,000: p95", value: page.p95Ms, unit: "ms", ...target },
        { case: "getSitesV2, 2,000 containers at once: p50", value: large.p50Ms, unit: "ms" },
        { case: "getSitesV2, 2,000 containers at once: p95", value: large.p95Ms, unit: "ms", ...target },
        { case: "getSitesV2, 2,000 containers by all filters: p95", value: narrowed.p95Ms, unit: "ms", ...target },
      ];
    }),
};
