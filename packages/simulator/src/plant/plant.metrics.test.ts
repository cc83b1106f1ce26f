import { expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import { loadGroups } from "./loads.ts";
import { stepPlant } from "./plant.ts";
import { newPlantState } from "./plant.state.ts";
import { plantMetrics } from "./plant.metrics.ts";

/** An evening without sun. */
const atMs = Date.UTC(2026, 10, 23, 20);
const design = memberPlant(fleet.find(({ containerId }) => containerId === "barcelos")!);

test("an inverter holds the voltage of its phases while nothing is drawn, until all loads are disconnected", () => {
  const { state, reading } = stepPlant(design, newPlantState(design, atMs), atMs + 60_000);
  const idle = { ...reading, flow: { ...reading.flow, acLoadW: 0, inverterW: 0 } };
  const { names, values } = plantMetrics(design);
  const read = (shed: typeof state.shed) => {
    const measured = values({ ...state, shed }, idle);
    return (name: (typeof names)[number]) => measured[names.indexOf(name)];
  };
  const paused = read(loadGroups.slice(1));
  expect([paused("inverter.state"), paused("phase.1.on")]).toEqual([1, 1]);
  expect(paused("phase.1.voltage")).toBeGreaterThan(220);
  const cut = read(loadGroups);
  expect([cut("inverter.state"), cut("phase.1.on"), cut("phase.1.voltage")]).toEqual([0, 0, 0]);
});
