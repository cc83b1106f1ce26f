import { addCalendar, isoDay, parseIsoDay } from "../../../core/time.ts";
import type { FileReport, ImportPlan } from "./import.data.ts";

/** What becomes of readings that are there: they stay, or those of some days are replaced. Pure. */
export interface Choice {
  how: "add" | "replace";
  /** Absent: the days of the file. */
  days?: Days;
  /** What is stored before and after the readings of the file goes too. */
  beyond: boolean;
}

export interface Days {
  from: string;
  to: string;
}

export type Replacing = NonNullable<FileReport["replacing"]>;

/** @returns undefined where the file has no reading. */
export function daysOf({ days }: Choice, { from, to }: FileReport, zone: string): Days | undefined {
  if (from === null || to === null) return undefined;
  return days ?? { from: isoDay(Date.parse(from), zone), to: isoDay(Date.parse(to), zone) };
}

/** What is asked of the portal; undefined where nothing is to be replaced. */
export function replaceOf(
  choice: Choice,
  report: FileReport,
  { zone, plan }: { zone: string; plan: ImportPlan },
): ImportPlan["replace"] {
  const days = daysOf(choice, report, zone);
  if (choice.how === "add" || !days) return undefined;
  const fromMs = parseIsoDay(days.from, zone) ?? 0;
  const toMs = addCalendar(parseIsoDay(days.to, zone) ?? 0, 1, "day", zone);
  const metrics = plan.mapping.columns.map(({ metric }) => metric);
  const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  return { ...span, metrics, beyond: choice.beyond };
}
