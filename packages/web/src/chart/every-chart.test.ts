import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";

import type { ChartProps } from "./chart.tsx";

const sources = join(import.meta.dirname, "..");

/** Files that draw a chart, and say that it has no way into the builder. */
function withoutDefinition(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !/\.(browser\.test|stories)\.tsx$/.test(file),
  );
  return files.filter((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    return /<(Chart|DrawnPlots|DrawnBody)\b/.test(text) && text.includes("definition={undefined}");
  });
}

test("every chart of the portal opens in the builder, but for what is there already and what people without an account see", () => {
  // A chart that says nothing of it does not compile.
  expectTypeOf<object>().not.toExtend<Pick<ChartProps, "definition">>();
  expect(withoutDefinition().toSorted()).toEqual([
    join("features", "charts", "builder", "preview.tsx"),
    join("features", "charts", "links", "public-view.tsx"),
    join("gallery", "load-chart.tsx"),
  ]);
});
