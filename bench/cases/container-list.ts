import { brotliDecompressSync } from "node:zlib";

import type { BenchCase } from "../bench.types.ts";
import { withPortal } from "../portal.ts";
import { quantile, timed, warmRuns } from "../timing.ts";

const containerCount = 1_000;
const runs = 150;
/** Between two calls: without it, a session's hundred calls a second would be used up, and the wait for more measured. */
const pauseMs = 10;

const target = { reference: 500, referenceName: "our target: calls p95 under 500 ms" };

export const containerListCase: BenchCase = {
  name: "container-list",
  summary: "the container list with 1,000 containers",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers, each with one frame`);
      const containers = await portal.register("site", containerCount);
      await portal.sendFrames(containers, (place) => [{ ts: Date.now(), values: valuesOf(place) }]);
      const before = await portal.usage();
      const whole = await timed(runs, () => portal.packed("getSitesV2"), pauseMs);
      const after = await portal.usage();
      const unpackMs = timeToUnpack(await portal.packed("getSitesV2"));
      const page = await timed(40, () => portal.packed("getSitesV2", { page: 3, pageSize: 50, sort: "name" }), pauseMs);
      const bytes = await portal.bytesOf("getSitesV2");
      say(`registering ${containerCount} more`);
      await portal.register("more", containerCount);
      const large = await timed(40, () => portal.packed("getSitesV2"), pauseMs);
      const filter = { status: "offline", cluster: null, version: null, warning: false, favorite: false };
      const query = { filter, sort: "-name", page: 1, pageSize: 50 };
      const narrowed = await timed(40, () => portal.packed("getSitesV2", query), pauseMs);
      return [
        {
          case: "getSitesV2, 1,000 containers, until its last byte is there: p50",
          value: whole.p50Ms,
          unit: "ms",
          reach: 10,
        },
        {
          case: "getSitesV2, 1,000 containers, until its last byte is there: p95",
          value: whole.p95Ms,
          unit: "ms",
          ...target,
        },
        { case: "getSitesV2, 1,000 containers: unpacking and parsing, p50", value: unpackMs, unit: "ms" },
        {
          case: "getSitesV2, 1,000 containers: processor time of the portal's process",
          value: ((after.cpuS - before.cpuS) / (runs + warmRuns)) * 1000,
          unit: "ms",
        },
        { case: "getSitesV2, 1,000 containers: on the wire", value: bytes / 1024, unit: "KiB" },
        { case: "getSitesV2, a page of 50 of 1,000: p50", value: page.p50Ms, unit: "ms" },
        { case: "getSitesV2, a page of 50 of 1,000: p95", value: page.p95Ms, unit: "ms", ...target },
        { case: "getSitesV2, 2,000 containers: p50", value: large.p50Ms, unit: "ms" },
        { case: "getSitesV2, 2,000 containers: p95", value: large.p95Ms, unit: "ms", ...target },
        { case: "getSitesV2, 2,000 containers by all filters: p95", value: narrowed.p95Ms, unit: "ms", ...target },
      ];
    }),
};

/** Of no two containers the same, since equal rows would pack to almost nothing. */
function valuesOf(place: number): Record<string, number> {
  return {
    "battery.soc": (200 + ((place * 73) % 800)) / 10,
    "solar.power": (place * 37) % 3_000,
    "load.power": (place * 13) % 900,
    "battery.power": ((place * 29) % 4_000) - 2_000,
  };
}

/** What a caller in JavaScript adds to the time of the call. */
function timeToUnpack(packed: Buffer): number {
  const times = Array.from({ length: 50 }, () => {
    const began = performance.now();
    JSON.parse(brotliDecompressSync(packed).toString());
    return performance.now() - began;
  });
  return quantile(
    times.sort((one, other) => one - other),
    0.5,
  );
}
