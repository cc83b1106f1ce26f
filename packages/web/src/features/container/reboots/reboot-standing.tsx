import type { RebootSchedule } from "@offgrid/contract/reboots/reboots.calls";
import { useTranslation } from "react-i18next";

import { formatTime, offsetMs } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface RebootStandingProps {
  schedule: RebootSchedule;
  now: number;
  /** Of whoever looks. */
  ownZone: string;
}

/** An instant by the clocks of the container and, where those show another time, by one's own. */
export function useBothClocks(zone: string, ownZone: string): (atMs: number) => string {
  const { t } = useTranslation("reboots");
  const locale = useLocale();
  const write = (atMs: number, by: string) =>
    `${formatTime(atMs, "weekday", by, locale)} ${formatTime(atMs, "time", by, locale)}`;
  return (atMs) => {
    const there = write(atMs, zone);
    const isSame = offsetMs(atMs, zone) === offsetMs(atMs, ownZone);
    return isSame ? there : t("bothClocks", { there, here: write(atMs, ownZone) });
  };
}

/** When the controller restarts next by itself, whether it has the plan, and what came of the last time. */
export function RebootStanding({ schedule, now, ownZone }: RebootStandingProps) {
  const { t } = useTranslation("reboots");
  const time = useBothClocks(schedule.zoneName, ownZone);
  const { next, last, faults } = schedule;
  const lines = [
    next === null ? t("none") : t("next", { at: time(Date.parse(next)) }),
    Object.keys(faults).length > 0 ? t("unsupported") : isComing(schedule) && t("coming"),
    last &&
      Date.parse(last.due) <= now &&
      (last.skipped === null
        ? t("last.done", { at: time(Date.parse(last.due)) })
        : t(`last.${last.skipped}`, { at: time(Date.parse(last.due)) })),
  ].filter((line): line is string => Boolean(line));
  return (
    <div className="og-close-stack" role="status">
      {lines.map((line, index) => (
        <p key={line} className={index === 0 ? "og-flush og-strong" : "og-flush og-note"}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** The controller does not have yet what is wanted. */
function isComing({ wanted, reported }: RebootSchedule): boolean {
  return JSON.stringify(wanted?.setting ?? null) !== JSON.stringify(reported?.setting ?? null);
}
