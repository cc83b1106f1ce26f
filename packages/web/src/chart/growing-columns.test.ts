import fc from "fast-check";
import { expect, test } from "vitest";

import type { ChartSeries } from "./chart-series.ts";
import { columnAfter, extended, isExtension } from "./growing-columns.ts";
import { plotData } from "./plot-data.ts";

const whole = { fromMs: 0, toMs: 1_000 };
const values = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { freq: 3 }), { minLength: 1, maxLength: 200 });
const types = ["line", "bar", "area", "stack_line", "stack_bar"] as const;
const lines = fc.array(fc.record({ type: fc.constantFrom(...types), mirrored: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

test("a chart that grows is drawn as one that was read as a whole", () => {
  fc.assert(
    fc.property(values, lines, fc.array(fc.nat(200), { maxLength: 6 }), (all, kinds, lengths) => {
      const chartOf = (length: number) => ({
        t: all.slice(0, length).map((_, index) => index * 10),
        series: kinds.map(({ type, mirrored }, shift): ChartSeries => ({
          ...{ id: `${shift}`, title: "", unit: "W", color: "load", type, mirrored },
          values: all.slice(0, length).map((_, index) => all[(index + shift) % all.length]!),
        })),
      });
      let drawn: ReturnType<typeof plotData> | undefined;
      for (const length of lengths) {
        const { t, series } = chartOf(length);
        drawn = plotData(t, series, whole, drawn);
        const fresh = plotData(t, structuredClone(series), whole);
        expect(drawn.t).toEqual(fresh.t);
        expect(drawn.layers).toEqual(fresh.layers);
        expect(drawn.groupMs).toBe(fresh.groupMs);
        expect(drawn.largest).toEqual(fresh.largest);
        for (const [index, extents] of drawn.extents.entries())
          expect(extents.between(0, t.length - 1)).toEqual(fresh.extents[index]!.between(0, t.length - 1));
      }
    }),
  );
});

test("a point more costs no copy of those before it", () => {
  const first = columnAfter(new Float64Array([1]), [1, 2])!;
  const second = columnAfter(first, [1, 2, null])!;
  expect([...second]).toEqual([1, 2, Number.NaN]);
  expect(isExtension(second, first)).toBe(true);
  expect(columnAfter(second, [1, 2, 3, 4])).toBeUndefined();
  expect(columnAfter(second, [1, 2])).toBeUndefined();
});

test("two that go on differently from the same column do not write over each other", () => {
  const begun = extended(new Float64Array([1]), 2);
  begun[1] = 2;
  const one = columnAfter(begun, [1, 2, 3])!;
  const other = columnAfter(begun, [1, 2, 4])!;
  expect([...one]).toEqual([1, 2, 3]);
  expect([...other]).toEqual([1, 2, 4]);
});
