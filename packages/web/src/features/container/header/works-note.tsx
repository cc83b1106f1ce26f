import type { WorksBrief } from "@offgrid/contract/works/works.schema";
import { useTranslation } from "react-i18next";

import { formatTime, isoDay } from "../../../core/time.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

/** That somebody works at a container or is going to, who, and until or from when; on each of its tabs. */
export function WorksNote({ works, zone, now }: { works: WorksBrief; zone: string; now: number }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const [sinceMs, untilMs] = [Date.parse(works.since), Date.parse(works.until)];
  const isPlanned = now < sinceMs;
  const atMs = isPlanned ? sinceMs : untilMs;
  const shape = isoDay(atMs, zone) === isoDay(now, zone) ? "time" : "dateTime";
  const until = shape === "time" ? "works.until" : "works.untilDay";
  const values = { who: works.by.name ?? t("works.someone"), time: formatTime(atMs, shape, zone, locale) };
  return (
    <span className="og-row og-anywhere" title={works.reason}>
      <StatusMark state={isPlanned ? "works_planned" : "works"} />
      {t(isPlanned ? "works.planned" : now > untilMs ? "works.overdue" : until, values)}
    </span>
  );
}
