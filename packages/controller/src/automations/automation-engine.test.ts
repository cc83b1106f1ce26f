import type { KeepAutomation } from "@offgrid/contract/automations/automations.schema";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { AutomationEngine } from "./automation-engine.ts";

const whileFull: KeepAutomation = {
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: { kind: "metric", metric: "battery.soc", is: "above", value: 40 },
  unknown: "as_before",
};

test("each time that an automation asks and does not get its way is noted once", () => {
  const dir = mkdtempSync(join(tmpdir(), "engine-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  let nowMs = Date.UTC(2026, 5, 1);
  const engine = new AutomationEngine({
    dir,
    settings: () => ({ automations: { a: whileFull }, place: undefined, everyMs: 10_000 }),
    metrics: ["battery.soc"],
    now: () => nowMs,
    isClockRight: () => true,
    onNotice: () => {},
    onRun: () => {},
  });
  for (const charge of [50, 50, 30, 50, 50]) {
    nowMs += 10_000;
    engine.look({ atMs: nowMs, values: [charge] }, () => false);
    engine.decided("relay.3", { value: false, by: "", rank: 3, reason: { code: "protection" }, blocked: [] });
  }
  const outcomes = engine.runsOf("a").map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["began", "blocked", "ended", "began", "blocked"]);
});
