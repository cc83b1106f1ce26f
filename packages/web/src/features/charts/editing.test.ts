import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { expect, test } from "vitest";

import { newFormula } from "./editing.ts";

const measured = (...metrics: string[]) =>
  ChartDefinition.parse({
    name: "",
    series: metrics.map((metric, index) => ({
      ...{ id: `s${index + 1}`, kind: "metric", metric },
      of: { kind: "containers", ids: ["gao"] },
    })),
  });

test("a new formula is the difference of the first two series of one unit, and a ratio where no two have one", () => {
  const formulaOf = (...metrics: string[]) => {
    const { op, a, b } = newFormula(measured(...metrics)) ?? {};
    return [op, a, b];
  };
  expect(formulaOf("solar.power", "load.power")).toEqual(["minus", "s1", "s2"]);
  expect(formulaOf("battery.cell.1.voltage", "solar.1.power", "load.power")).toEqual(["minus", "s2", "s3"]);
  expect(formulaOf("battery.cell.1.voltage", "solar.1.power")).toEqual(["over", "s1", "s2"]);
  expect(formulaOf("", "")).toEqual(["over", "s1", "s2"]);
  expect(newFormula(measured("solar.power"))).toBeUndefined();
});
