import type { BenchCase } from "../bench.types.ts";
import { runLoad } from "../load/run-load.ts";
import { withPortal } from "../portal.ts";
import { quantile } from "../timing.ts";

const containerCount = 1_000;
const pauseMs = 20;

export const reconnectCase: BenchCase = {
  name: "reconnect",
  summary: "1,000 controllers lose the portal and come back at once, while people go on calling",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers`);
      const containers = await portal.register("herd", containerCount);
      say("connecting them, cutting them, and letting them all come back");
      const calm = await callTimes(portal.call, wait(3_000));
      const herd = runLoad.herd({ mqttPort: portal.mqttPort, containers });
      const times = await callTimes(portal.call, herd);
      const { acceptedAfterS, storedAfterS, retries } = await herd;
      const name = "1,000 controllers at once";
      return [
        { case: `${name}: last one accepted`, value: acceptedAfterS, unit: "s", reach: 15 },
        { case: `${name}: last one's frame stored`, value: storedAfterS, unit: "s" },
        { case: `${name}: tries that were turned away`, value: retries, unit: "tries" },
        { case: `${name}: calls meanwhile, p95`, value: quantile(times, 0.95), unit: "ms", reach: 500 },
        { case: `${name}: calls before, p95`, value: quantile(calm, 0.95), unit: "ms" },
      ];
    }),
};

/** Sorted durations in ms of calls made one after the other until something is over. */
async function callTimes(call: (name: string, input?: object) => Promise<unknown>, over: Promise<unknown>) {
  let isOver = false;
  void over.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  const times: number[] = [];
  const calls = [
    () => call("getSitesV2", { page: 1, pageSize: 50 }),
    () => call("getContainerInfoV4", { containerId: "herd-0001" }),
  ];
  for (let turn = 0; !isOver; turn++) {
    const began = performance.now();
    await calls[turn % calls.length]?.();
    times.push(performance.now() - began);
    await wait(pauseMs);
  }
  return times.sort((one, other) => one - other);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
