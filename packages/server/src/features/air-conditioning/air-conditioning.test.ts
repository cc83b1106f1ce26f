import { expect, test, vi } from "vitest";

import { cast } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

const inTime = { timeout: 45_000 };
const readings: Record<string, number | null> = {
  "ac.on": 1,
  "ac.mode": 1,
  "ac.power": 740,
  "ac.setpoint": 26,
  "ac.temperature": 27.5,
  "ac.fan": null,
};

test("an air conditioner says what it does, each value with its instant; what was never measured is not known", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["lagos", "osh"] } });
  const start = await controllerOf("lagos");
  await start({
    driver: {
      metrics: Object.keys(readings).map((name) => ({ name })),
      devices: [{ id: "cooler", type: "air_conditioner" }],
      capabilities: [],
      read: async () => Object.values(readings),
      close: async () => {},
    },
  });
  const read = async () => (await amina.call("getAcStatus", { containerId: "lagos" })).data;
  await vi.waitUntil(async () => (await read()).length === 1, inTime);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(await read()).toEqual([
    {
      id: "cooler",
      on: { value: true, at },
      mode: { value: "cool", at },
      power: { value: 740, at },
      setpoint: { value: 26, at },
      temperature: { value: 27.5, at },
      fan: null,
      control: null,
    },
  ]);
  expect((await amina.call("getAcStatus", { containerId: "osh" })).data).toEqual([]);
  await expect(amina.call("getAcStatus", { containerId: "turkana" })).refusesWith("not_found");
});
