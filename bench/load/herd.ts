import { setTimeout as wait } from "node:timers/promises";

import { type RawController, openController } from "./controller.ts";
import type { HerdOrder, HerdResult, Sender } from "./load.types.ts";

const names = ["battery.soc", "solar.power", "load.power"];
const atOnceAtFirst = 40;
/** How the portal notices links that broke. */
const apartMs = 2_000;
const mostTries = 40;

/** Connected controllers all lose the portal at once and come back at once, each retrying until it is accepted. */
export async function herd({ mqttPort, containers }: HerdOrder): Promise<HerdResult> {
  const first: RawController[] = [];
  for (let index = 0; index < containers.length; index += atOnceAtFirst)
    first.push(
      ...(await Promise.all(
        containers.slice(index, index + atOnceAtFirst).map((one) => openController(mqttPort, one, names)),
      )),
    );
  for (const controller of first) controller.cut();
  await wait(apartMs);

  const beganAt = performance.now();
  const sinceS = () => (performance.now() - beganAt) / 1000;
  let acceptedAfterS = 0;
  let retries = 0;
  const back = await Promise.all(
    containers.map(async (container) => {
      const controller = await persistently(container, () => retries++);
      acceptedAfterS = sinceS();
      await controller.acked(controller.send("data", [Date.now()], [[71, 1800, 640]]));
      return controller;
    }),
  );
  const storedAfterS = sinceS();
  for (const controller of back) controller.cut();
  return { acceptedAfterS, storedAfterS, retries };

  async function persistently(container: Sender, onRetry: () => void): Promise<RawController> {
    for (let tries = 1; ; tries++) {
      try {
        return await openController(mqttPort, container, names);
      } catch (error) {
        if (tries === mostTries) throw error;
        onRetry();
        // With jitter, as controllers do.
        await wait(100 + Math.random() * Math.min(2_000, 200 * tries));
      }
    }
  }
}
