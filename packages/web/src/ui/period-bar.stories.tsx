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

/** Its page takes its time to follow. */
function Slow() {
  return <PeriodBar value={{ period: "7_days" }} onChange={() => {}} now={nowMs} zone={zone} />;
}

export const stories: readonly Story[] = [
  {
    name: "period-bar",
    room: "wide",
    awaited: "input",
    states: { "seven days": SevenDays, custom: Custom, slow: Slow },
  },
];
