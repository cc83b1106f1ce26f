import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

test("what a usual rule looks at and a container never sent is said before the rule is added and refused", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gourma", "lere"] } });
  const { pool } = (await thePortal()).database;
  await pool.query(`insert into container_metric (container_id, name, slot) values
    ('gourma', 'battery.soc', 1), ('gourma', 'load.power', 2), ('lere', 'battery.temperature', 1)`);
  const { data } = await amina.call("warningWatched", {});
  const unsent = Object.fromEntries(data.map(({ key, unsentIds }) => [key, unsentIds]));
  expect(unsent).toMatchObject({
    dark: [],
    charge_low: ["lere"],
    battery_hot: ["gourma"],
    // Its guard looks at the current of the battery.
    charging_cold: ["gourma", "lere"],
    inverter_fault: ["gourma", "lere"],
  });
});
