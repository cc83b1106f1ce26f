import { useState } from "react";

import { nowMs, zone } from "../testing/samples.ts";
import type { Story } from "../testing/story.tsx";
import { PeriodBar } from "./period-bar.tsx";
import type { PeriodChoice } from "./period-range.ts";

function SevenDays() {
  const [period, setPeriod] = useState<PeriodChoice>({ period: "7_days" });
  return <PeriodBar value={period} onChange={setPeriod} now={nowMs} zone={zone} />;
}

function Custom() {
  const [period, setPeriod] = useState<PeriodChoice>({ period: "custom", from: nowMs - 5 * 86_400_000, to: nowMs });
  return (
    <PeriodBar
      value={period}
      periods={["day", "week", "month", "year", "custom"]}
      onChange={setPeriod}
      now={nowMs}
      zone={zone}
    />
  );
}

/** What is drawn are whole hours, to the end of the present one. */
function WholeHours() {
  const shown = { fromMs: nowMs - 20 * 3_600_000, toMs: nowMs + 3_600_000 };
  return (
    <PeriodBar value={{ period: "day" }} periods={["day"]} onChange={() => {}} now={nowMs} zone={zone} shown={shown} />
  );
}

/** Its page takes its time to follow. */
function Slow() {
  return <PeriodBar value={{ period: "7_days" }} onChange={() => {}} now={nowMs} zone={zone} />;
}

export const stories: readonly Story[] = [
  {
    name: "period-bar",
    room: "wide",
    awaited: "input",
    states: { "seven days": SevenDays, custom: Custom, slow: Slow, "whole hours": WholeHours },
  },
];
