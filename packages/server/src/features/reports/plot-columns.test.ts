import { expect, test } from "vitest";

import { mostColumns, paperColumns } from "./plot-columns.ts";

const many = mostColumns * 15;
const t = Array.from({ length: many }, (_, index) => index * 10_000);
const of = (type: "line" | "bar" | "area", value: (index: number) => number | null) => ({
  type,
  values: t.map((_, index) => value(index)),
});

test("what paper can show stays as it is", () => {
  const few = { t: [0, 1, 2], lines: [{ type: "line" as const, values: [1, null, 3] }] };
  expect(paperColumns(few.t, few.lines)).toEqual(few);
});

test("of more columns the peaks and the dips stay, and so does a gap", () => {
  const spike = of("line", (index) =>
    index === 9 ? 500 : index === 4_000 ? -90 : index > 6_000 && index < 7_000 ? null : 5,
  );
  const bars = of("bar", (index) => (index === 3_000 ? -70 : 1));
  const found = paperColumns(t, [spike, bars]);
  const [line, bar] = found.lines;
  expect([found.t.length, line?.values.length, found.t[0], found.t[1]]).toEqual([mostColumns, mostColumns, 0, 150_000]);
  const measured = (line?.values ?? []).filter((value) => value !== null);
  expect([Math.max(...measured), line?.values.includes(null)]).toEqual([500, true]);
  expect(Math.min(...((bar?.values ?? []) as number[]))).toBe(-70);
  expect(line?.values.filter((value) => value === null).length).toBeGreaterThan(60);
});
