import { useTranslation } from "react-i18next";

import { formatTime, isoDay } from "../../core/time.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";

type Works = NonNullable<Incident["works"]>;

/** Until or from when works go on at an incident, at how many of its containers, who is there and for what. */
export function useWorksWords(now: number): (works: Works, containersOpen?: number) => string {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const isToday = (instant: string) => isoDay(Date.parse(instant), browserZone) === isoDay(now, browserZone);
  const time = (instant: string) =>
    formatTime(Date.parse(instant), isToday(instant) ? "time" : "weekdayTime", browserZone, locale);
  return ({ state, by, reason, since, until, containers }, containersOpen = 1) => {
    const isPlanned = state === "planned" && now < Date.parse(since);
    const goesOn = isToday(until) ? "until" : "untilDay";
    const when = isPlanned ? "planned" : now > Date.parse(until) ? "overdue" : goesOn;
    const facts = [
      t(`incident.worksAre.${when}`, { from: time(since), to: time(until) }),
      containersOpen > 1 && t("incident.at", { count: containers, of: containersOpen }),
      by.name ?? t("nobody"),
      reason,
    ];
    return facts.filter(Boolean).join(" · ");
  };
}
