import { expect, test } from "vitest";

import { cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { store } from "../charts.fixture.ts";

const hour = 3_600_000;
const midnight = Date.UTC(2026, 5, 10);

test("of a time with more single readings than a chart may have averages are drawn, and single ones of a part of it", async () => {
  await thePortal({ clock: testClock(midnight + 12 * hour) });
  const from = midnight - 10 * hour;
  const readings = Array.from({ length: 10_001 }, (_, index): [number, number[]] => [from + index * 3_000, [index]]);
  await store("dense", ["solar.power"], readings, 3);
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["dense"] } });
  const of = { kind: "containers" as const, ids: ["dense"] };
  const definition = {
    ...{ name: "Power", period: "custom" as const, groupBy: "raw" as const, from, to: midnight },
    series: [{ id: "a", kind: "metric" as const, metric: "solar.power", of }],
  };
  const whole = (await amina.call("chartDraw", { definition })).data;
  expect([whole.groupBy, whole.lines.length, whole.faults]).toEqual(["15m", 1, []]);
  const part = (await amina.call("chartDraw", { definition, from, to: from + 2 * hour })).data;
  expect([part.groupBy, part.t.length]).toEqual(["raw", 2_400]);
});
