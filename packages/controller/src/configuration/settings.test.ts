import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { expect, test } from "vitest";

import { settingsOf } from "./settings.ts";

const surplus: Automation = {
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: { kind: "metric", metric: "battery.soc", is: "above", value: 40 },
  unknown: "as_before",
};

test("an automation that a newer program has kept does not switch the others off", () => {
  const ownFile = { url: "mqtt://127.0.0.1", everyMs: 10_000, keepaliveS: 30, targets: ["relay.3"] };
  const automations = { known: surplus, newer: { ...surplus, colour: "red" } };
  expect(settingsOf(JSON.parse(JSON.stringify({ automations })) as ConfigDoc, ownFile).automations).toEqual({
    known: surplus,
  });
});
