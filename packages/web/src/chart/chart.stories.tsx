import { useMemo } from "react";

import * as samples from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { type ChartSeries, neutralColors } from "./chart-series.ts";
import { Chart, type ChartProps } from "./chart.tsx";

const { atHour, dayStartMs, days, hours, quarters, zone } = samples;
const day = { zone, fromMs: dayStartMs, toMs: atHour(24) };
const heightPx = 240;
const nothing = quarters.map((): number | null => null);

type Words = ReturnType<typeof useWords>;
type ChartCase = { name: string; props: (words: Words) => Omit<ChartProps, "zone" | "heightPx" | "definition"> };

const line = (id: ChartSeries["color"], title: string, values: ChartSeries["values"]): ChartSeries => ({
  id,
  title,
  unit: "W",
  type: "line",
  color: id,
  values,
});
const bar = (id: ChartSeries["color"], title: string, values: ChartSeries["values"]): ChartSeries => ({
  ...line(id, title, values),
  unit: "Wh",
  adds: true,
  type: "bar",
});

const timesOf = (values: ChartSeries["values"], factor: number) =>
  values.map((value) => (value === null ? null : value * factor));

const examples: readonly ChartCase[] = [
  {
    name: "chart-line",
    props: (words) => ({
      title: words.today,
      t: quarters,
      ...day,
      gapMs: 45 * 60_000,
      nights: samples.night,
      warnings: [
        { atMs: atHour(4.5), toMs: atHour(7), level: "warning", text: words.low },
        { atMs: atHour(13.2), level: "critical", text: words.hot },
        { atMs: atHour(13.4), level: "info", text: words.lost },
      ],
      works: [{ fromMs: atHour(14.5), toMs: atHour(16.5), text: words.pump }],
      series: [
        { ...line("solar", words.solar, samples.solar), type: "area" },
        line("load", words.load, samples.load),
        { ...line("soc", words.soc, samples.soc), unit: "percent", axis: "right" },
        { ...line("solar", words.yesterday, samples.solarBefore), id: "yesterday", ghost: true },
      ],
    }),
  },
  {
    name: "chart-bars",
    props: (words) => ({
      title: words.bars,
      t: hours,
      ...day,
      series: [
        bar("solar", words.solar, samples.solarWh),
        bar("load", words.load, samples.loadWh),
        { ...bar("solar", words.forecast, samples.solarWh), id: "forecast", dashed: true },
      ],
    }),
  },
  {
    name: "chart-area",
    props: (words) => ({
      title: words.area,
      t: quarters,
      ...day,
      series: [
        { ...line("solar", words.solar, samples.solar), type: "area" },
        { ...line("load", words.load, samples.load), type: "area" },
        { ...line("solar", words.forecast, samples.solarBefore), id: "forecast", dashed: true },
      ],
    }),
  },
  {
    name: "chart-band",
    props: (words) => ({
      title: words.band,
      t: quarters,
      ...day,
      series: [
        {
          ...line("info", words.highest, timesOf(samples.solarBefore, 1.2)),
          id: "high",
          type: "area",
          downTo: "low",
          band: words.band,
          dashed: true,
        },
        { ...line("info", words.lowest, timesOf(samples.solarBefore, 0.6)), id: "low", dashed: true },
        line("info", words.forecast, samples.solarBefore),
      ],
    }),
  },
  {
    name: "chart-stack",
    props: (words) => ({
      title: words.stack,
      t: quarters,
      ...day,
      series: [
        { ...line("solar", words.solar, samples.solar), type: "stack_line" },
        { ...line("battery-out", words.batteryOut, samples.batteryOut), type: "stack_line" },
        { ...line("battery-in", words.batteryIn, samples.batteryIn), type: "stack_line" },
      ],
    }),
  },
  {
    name: "chart-stack-bars",
    props: (words) => ({
      title: words.stackBars,
      t: days,
      fromMs: days[0]!,
      toMs: atHour(24),
      series: (
        [
          ["solar", words.solar, [21, 19, 23, 8, 20, null, 22]],
          ["generator", words.generator, [0, 0, 0, 6, 1, null, 0]],
          ["battery-out", words.batteryOut, [7, 6, 7, 9, 6, null, 7]],
          ["battery-in", words.batteryIn, [9, 8, 9, 2, 8, null, 9]],
        ] as const
      ).map(([id, title, values]): ChartSeries => ({
        ...bar(
          id,
          title,
          values.map((kWh) => (kWh === null ? null : kWh * 1_000)),
        ),
        type: "stack_bar",
        mirrored: id === "battery-in",
      })),
    }),
  },
  {
    name: "chart-mirrored",
    props: (words) => ({
      title: words.mirrored,
      t: hours,
      ...day,
      series: [
        { ...bar("solar", words.solar, samples.solarWh), type: "stack_bar" },
        { ...bar("load", words.load, samples.loadWh), type: "stack_bar", mirrored: true },
        {
          ...line("solar", words.yesterday, timesOf(samples.solarWh, 0.8)),
          id: "yesterday",
          unit: "Wh",
          ghost: true,
          entry: words.yesterday,
        },
        {
          ...line("load", words.yesterday, timesOf(samples.loadWh, 1.1)),
          id: "used",
          unit: "Wh",
          mirrored: true,
          ghost: true,
          entry: words.yesterday,
        },
        { ...line("load", words.forecast, samples.loadWh), id: "ahead", unit: "Wh", mirrored: true, dashed: true },
      ],
    }),
  },
  {
    name: "chart-patterns",
    props: (words) => ({
      title: words.patterns,
      patterns: true,
      t: days,
      fromMs: days[0]!,
      toMs: atHour(24),
      series: [
        bar("solar", words.solar, [21_000, 19_000, 23_000, 8_000, 20_000, 17_000, 22_000]),
        bar("load", words.load, [15_000, 14_000, 15_500, 13_000, 16_000, 15_000, 14_500]),
        bar("generator", words.generator, [0, 0, 0, 6_000, 1_000, 2_000, 0]),
        bar("battery-in", words.batteryIn, [-9_000, -8_000, -9_000, -2_000, -8_000, -6_000, -9_000]),
      ],
    }),
  },
  {
    name: "chart-point",
    props: (words) => ({
      title: words.single,
      t: quarters,
      ...day,
      series: [{ ...line("info", words.voltage, nothing.with(40, 52.4)), unit: "V" }],
    }),
  },
  {
    name: "chart-compared",
    props: (words) => ({
      title: words.many,
      t: quarters,
      ...day,
      series: neutralColors.map((color, index) => ({
        ...line(color, `${index + 1}`, timesOf(samples.load, 1 + index / 4)),
        id: color,
      })),
    }),
  },
  {
    name: "chart-empty",
    props: (words) => ({ title: words.empty, t: quarters, ...day, series: [line("solar", words.solar, nothing)] }),
  },
  {
    name: "chart-many",
    props: (words) => ({ title: words.many, t: quarters, ...day, series: samples.manySeries() }),
  },
];

export const stories: readonly Story[] = examples.map(({ name, props }) => ({
  name,
  room: "wide",
  awaited: "canvas",
  states: { drawn: () => <ChartExample props={props} /> },
}));

function ChartExample({ props }: Pick<ChartCase, "props">) {
  const words = useWords();
  // Whoever uses a chart keeps its arrays from one drawing to the next.
  const given = useMemo(() => props(words), [props, words]);
  return <Chart zone={zone} heightPx={heightPx} definition={undefined} {...given} />;
}
