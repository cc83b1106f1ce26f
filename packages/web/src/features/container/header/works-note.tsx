import type { WorksBrief } from "@offgrid/contract/works/works.schema";
import { useTranslation } from "react-i18next";

import { formatTime, isoDay } from "../../../core/time.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

/** That somebody works at a container, who, and until when; on each of its tabs. */
export function WorksNote({ works, zone, now }: { works: WorksBrief; zone: string; now: number }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const untilMs = Date.parse(works.until);
  const shape = isoDay(untilMs, zone) === isoDay(now, zone) ? "time" : "dateTime";
  const values = { who: works.by.name ?? t("works.someone"), time: formatTime(untilMs, shape, zone, locale) };
  return (
    <span className="og-row og-anywhere" title={works.reason}>
      <StatusMark state="works" />
      {t(now > untilMs ? "works.overdue" : "works.until", values)}
    </span>
  );
}
