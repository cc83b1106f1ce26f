import { keeping } from "@offgrid/contract/automations/automation-bench";
import { expect, test } from "vitest";

import { automationOf, rowsOf } from "./automation-rows.ts";
import type { ContainerAutomations } from "./automations.data.ts";

const at = "2026-06-01T09:00:00.000Z";
const versions = { version: 1, at, by: null, expiresAt: at };
type Setting = NonNullable<ContainerAutomations["wanted"]>["setting"];

const container = (
  wanted: Setting | undefined,
  reported: Setting,
  more: Partial<ContainerAutomations> = {},
): ContainerAutomations => ({
  containerId: "gao",
  outputNames: {},
  containerName: "Gao",
  state: "sent",
  wanted: wanted === undefined ? null : { ...versions, setting: wanted },
  reported: { version: 1, at, setting: reported },
  faults: {},
  ...more,
});
const standings = (of: ContainerAutomations) => rowsOf(of).map(({ id, standing }) => `${id} ${standing}`);

test("what is wanted is told apart from what a controller has", () => {
  const [one, other] = [keeping(), keeping({ enabled: false })];
  expect(standings(container({ a: one, b: one, c: one }, { b: other, c: one, d: one }))).toEqual([
    "a coming",
    "b changing",
    "c runs",
    "d leaving",
  ]);
  expect(standings(container({ a: one }, {}, { faults: { a: "invalid" } }))).toEqual(["a refused"]);
});

test("where nobody has asked for anything, what runs is what there is", () => {
  const own = container(undefined, { a: keeping() });
  expect(standings(own)).toEqual(["a runs"]);
  expect(automationOf(own, "a")).toEqual(keeping());
});

test("what was deleted is there no more, though it still runs", () => {
  const own = container({}, { a: keeping() });
  expect(standings(own)).toEqual(["a leaving"]);
  expect(automationOf(own, "a")).toBeUndefined();
  expect(automationOf(undefined, "a")).toBeUndefined();
});
