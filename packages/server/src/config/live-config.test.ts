import { expect, test } from "vitest";

import { readConfig } from "./config.ts";
import { LiveConfig, withMore } from "./live-config.ts";

test("what is changed in a running portal holds at once for everybody who has its configuration, and can be undone", () => {
  const live = new LiveConfig(readConfig({ PORTAL_NAME: "Sahel Energy" }));
  const derived = withMore(live.config, { mqttPort: 1884 });
  expect([live.config.portalName, derived.portalName, derived.mqttPort]).toEqual([
    "Sahel Energy",
    "Sahel Energy",
    1884,
  ]);
  live.change({ portalName: "Niger Energy", rawDays: 400 });
  for (const config of [live.config, derived, { ...live.config }])
    expect(config).toMatchObject({ portalName: "Niger Energy", rawDays: 400, rollupDays: 7_300 });
  live.change({});
  expect(derived).toMatchObject({ portalName: "Sahel Energy", rawDays: 3_650 });
});
