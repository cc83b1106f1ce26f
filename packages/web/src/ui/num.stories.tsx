import { nowMs, zone } from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { Num, type NumProps } from "./num.tsx";

const shown = (figure: Pick<NumProps, "value" | "unit" | "at" | "origin" | "reasonShown">) => () => (
  <Num everyS={60} now={nowMs} zone={zone} {...figure} />
);

export const stories: readonly Story[] = [
  {
    name: "num",
    room: "inline",
    states: {
      fresh: shown({ value: 1_240, unit: "W", at: nowMs - 5_000 }),
      late: shown({ value: 52.13, unit: "V", at: nowMs - 150_000 }),
      stale: shown({ value: -18.4, unit: "A", at: nowMs - 3_600_000 }),
      "missing for a day": shown({ value: undefined, unit: "W", at: nowMs - 86_400_000, reasonShown: true }),
      "never measured": shown({ value: undefined, unit: "W", reasonShown: true }),
      "never measured, in a table": shown({ value: undefined, unit: "W" }),
      estimate: shown({ value: 14_200, unit: "Wh", at: nowMs - 5_000, origin: "estimate" }),
      delayed: shown({ value: 31.5, unit: "degC", at: nowMs - 5_000, origin: "delayed" }),
    },
  },
];
