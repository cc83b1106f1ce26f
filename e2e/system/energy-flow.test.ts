/** The recorded Victron system, through the recording driver: its energy flow adds up at every instant. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { openVictronRecording } from "@offgrid/controller/drivers/recording/victron.driver";
import { expect, test } from "vitest";

import { flowOf, isFlowing } from "../../packages/web/src/domain/energy-flow/flow-balance.ts";
import { root } from "./programs.ts";

const folder = join(root, "../shared/data/victron-bct");
const startMs = Date.UTC(2026, 0, 1);
/** Difference in the sum that need not be shown, as a share of the power at the bus. */
const toleratedShare = 0.02;
/** Its last second. */
const lastSecond = 602;

test.skipIf(!existsSync(folder))(
  "the recorded system's flow adds up within 2 % at every instant, or shows the difference as unmetered (needs ../shared/data/victron-bct)",
  async () => {
    const driver = await openVictronRecording(folder, { startMs, isLooped: false });
    const names = driver.metrics.map(({ name }) => name);
    let withUnmetered = 0;
    for (let second = 0; second <= lastSecond; second++) {
      const atMs = startMs + second * 1_000;
      const values = await driver.read(atMs);
      expect(values, `second ${second}`).toBeDefined();
      const read = new Map(names.map((name, place) => [name, values?.[place] ?? null]));
      const power = (name: string) => read.get(name) ?? 0;
      const flow = flowOf(
        Object.fromEntries(
          [...read].map(([name, value]) => [name, value === null ? undefined : { value, atMs, isStale: false }]),
        ),
      );
      const ofKind = (kind: string) =>
        flow.branches.reduce((sum, branch) => sum + (branch.kind === kind ? (branch.powerW ?? 0) : 0), 0);
      const atMostW = toleratedShare * flow.throughputW;

      // The drawing adds up, including the unmetered branch.
      const drawn = flow.branches.filter(isFlowing);
      const left = drawn.reduce((sum, { powerW = 0 }) => sum + powerW, 0);
      expect(Math.abs(left), `second ${second}: what the drawing leaves over, W`).toBeLessThanOrEqual(atMostW);
      // Its 24 V battery is connected through a converter of the 48 V bus and is not part of the bank's power.
      const houseW = power("battery.pack.1.voltage") * power("battery.pack.1.current");
      // The drawing agrees with the recording: each kind within 2 % of its own meters, with the difference shown beside
      // it.
      for (const [kind, watt] of [
        ["solar", power("solar.power")],
        ["generator", power("generator.power")],
        ["grid", power("grid.power")],
        ["battery", -power("battery.power") - houseW],
        ["load", -power("load.power")],
      ] as const) {
        expect(Math.abs(ofKind(kind) - watt), `second ${second}: ${kind}, W`).toBeLessThanOrEqual(atMostW);
      }
      const known =
        power("solar.power") +
        power("generator.power") +
        power("grid.power") -
        power("load.power") -
        power("battery.power") -
        houseW;
      expect(Math.abs(flow.unmeteredW + known), `second ${second}: unmetered, W`).toBeLessThanOrEqual(atMostW);
      if (Math.abs(known) > atMostW) {
        expect(
          drawn.some(({ kind }) => kind === "unmetered"),
          `second ${second}: the difference is shown`,
        ).toBe(true);
        withUnmetered++;
      }
    }
    // Its DC loads have no meter: without the unmetered branch the drawing would be wrong most of the time.
    expect(withUnmetered).toBeGreaterThan(lastSecond / 2);
    await driver.close();
  },
);
