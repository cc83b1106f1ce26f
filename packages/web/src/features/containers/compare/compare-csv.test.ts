import { expect, test } from "vitest";

import { fakeContainer } from "../../../domain/containers/container-row.fake.ts";
import { fakeFigures } from "../../../domain/period-figures/period-figures.fake.ts";
import { compareCsv } from "./compare-csv.ts";
import type { Compared } from "./compare-table.tsx";

const t = ((key: string) => key.split(".").at(-1)) as unknown as Parameters<typeof compareCsv>[0];
const range = { fromMs: Date.UTC(2026, 10, 16, 21), toMs: Date.UTC(2026, 10, 23, 21) };

function row(name: string, figures: Compared["figures"]): Compared {
  const container = fakeContainer({ name });
  const question = { containerId: container.containerId, zone: container.zoneName, range };
  return { container, question, figures } as Compared;
}

test("the file has plain numbers in one unit a column, the span of each container, and nothing where nothing is known", () => {
  const cost = { amount: 6.5, currency: "EUR" };
  const rows = [row("Gao", fakeFigures({ withoutPowerH: 11.504_9, sufficiency: 0.8, cost })), row("Lodwar", undefined)];
  const text = compareCsv(t, rows, ["withoutPowerH", "sufficiency", "solar", "gridIn", "cost"]);
  expect(text).toBe(
    [
      "\uFEFFname,id,from,to,withoutPowerH (h),sufficiency (%),solar (Wh),gridIn (Wh),cost,currency",
      "Gao,gao,2026-11-16T21:00:00.000Z,2026-11-23T21:00:00.000Z,11.505,80,226000,,6.5,EUR",
      "Lodwar,lodwar,2026-11-16T21:00:00.000Z,2026-11-23T21:00:00.000Z,,,,,,",
      "",
    ].join("\r\n"),
  );
});
