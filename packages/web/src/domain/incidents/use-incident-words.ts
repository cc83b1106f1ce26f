import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatTime } from "../../core/time.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { Incident } from "./incidents.data.ts";

const changeKinds = ["software", "config", "group"] as const;

/** An incident in one line, and since when or how long. */
export function useIncidentWords(now: number) {
  const { t } = useTranslation("incidents");
  const locale = useLocale();
  const at = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);

  const what = ({
    cause,
    subject,
    content,
    containerName,
    open,
    containersOpen,
    containersTotal,
    containersOf,
  }: Incident) => {
    const isOver = open === 0;
    const name = subject.name ?? subject.id;
    const count = isOver ? containersTotal : containersOpen;
    switch (cause) {
      case "operator":
      case "cluster":
        return isOver
          ? t("wereDark", { name, count })
          : t("dark", { name, count, of: containersOf ?? containersTotal });
      case "rule":
        return t("rule", { name, count });
      case "change": {
        const kind = changeKinds.find((one) => one === subject.id) ?? "config";
        return t("change", { what: t(`changed.${kind}`, { what: name }), count });
      }
      case "container":
        return t(isOver ? "wasDark" : "isDark", { name });
      case "single":
        return t("single", { name: containerName, content });
    }
  };

  return {
    /** Such as "Orange: 23 of 41 containers dark since 2:02 am". */
    title: (incident: Incident) =>
      incident.open === 0 ? what(incident) : t("since", { what: what(incident), at: at(incident.beganAt) }),
    span: ({ beganAt, calmAt }: Incident) => {
      const lasted = durationText(((calmAt === null ? now : Date.parse(calmAt)) - Date.parse(beganAt)) / 1_000, locale);
      return calmAt === null ? t("lasts", { lasted }) : t("span", { from: at(beganAt), to: at(calmAt), lasted });
    },
  };
}
