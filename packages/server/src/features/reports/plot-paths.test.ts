import { expect, test } from "vitest";

import { seriesPaths } from "./plot-paths.ts";
import type { ReportLine } from "./report-content.ts";

test("what is off or on is drawn as steps, and power slopes from reading to reading", () => {
  const scale = { x: (atMs: number) => atMs, yOf: () => (value: number) => 10 * value, toMs: 3 };
  const pathOf = (unit: ReportLine["unit"]) =>
    seriesPaths([0, 1, 2], [{ type: "line", axis: "left", unit, values: [0, 1, 1] } as unknown as ReportLine], scale)[0]
      ?.path;
  expect(pathOf("bool")).toBe("M0 0L1 0L1 10L2 10L2 10");
  expect(pathOf("W")).toBe("M0 0L1 10L2 10");
});
