import { useTranslation } from "react-i18next";

import { forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import { foundWarning } from "@offgrid/contract/warnings/found-warning";
import { durationText, lastingText } from "@offgrid/contract/core/duration-text";
import { formatNumber } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { useBeforeWords } from "../warnings/use-before-words.ts";
import type { Incident } from "./incidents.data.ts";

const changeKinds = ["software", "config", "group"] as const;

interface Place {
  /** In the time of its container, as everything on the dashboard; else in that of the reader, as warnings. */
  isLocal?: boolean;
  /** On the screen of a container, which is not named again, and in its time. */
  here?: { zoneName: string };
}

/** An incident in one line, and since when or how long. */
export function useIncidentWords(now: number, { isLocal = false, here }: Place = {}) {
  const { t } = useTranslation("incidents");
  const locale = useLocale();
  const zoneOf = (incident: Incident) => here?.zoneName ?? (isLocal ? localZone(incident) : browserZone);
  const at = (instant: string, incident: Incident) =>
    formatTime(Date.parse(instant), "weekdayTime", zoneOf(incident), locale);

  const beforeWords = useBeforeWords();
  const foundOf = ({ beganAt, foundAt }: Incident) => foundWarning(beganAt, foundAt);
  const raised = (incident: Incident) => at(foundOf(incident).raisedAt, incident);
  const lasted = (incident: Incident) => {
    const fromMs = Date.parse(foundOf(incident).raisedAt);
    if (incident.calmAt === null) return lastingText((now - fromMs) / 1_000, locale);
    return durationText((Date.parse(incident.calmAt) - fromMs) / 1_000, locale);
  };
  const span = (incident: Incident, calmAt: string) =>
    t("span", { from: raised(incident), to: at(calmAt, incident), lasted: lasted(incident) });
  /** What its rule found when it was saved is older than the warning. */
  const withBefore = (words: string, incident: Incident) => {
    const before = beforeWords(foundOf(incident).before, (instant) => at(instant, incident));
    return before === undefined ? words : `${words}, ${before}`;
  };
  const what = useWhat(here !== undefined);

  return {
    /**
     * How far its rule looks ahead, which the counts of the fleet do for another time: "rule: 12 h ahead". Undefined: it looks
     * at what was.
     */
    ahead: ({ worst }: Pick<Incident, "worst">) => {
      const hours = hoursAhead(worst as Incident["worst"] | undefined);
      return hours === undefined ? undefined : t("ahead", { hours: formatNumber(hours, locale, {}) });
    },
    /** Such as "Orange: 23 of 41 containers dark", where how long stands beside it. */
    what,
    /** Such as "Orange: 23 of 41 containers dark, raised 2:02 am", where nothing beside says when. */
    title: (incident: Incident) =>
      incident.open === 0 ? what(incident) : t("since", { what: what(incident), at: raised(incident) }),
    /** When it was raised and how long ago, and since when it was so already; of one that is over, from when to when. */
    span: (incident: Incident) =>
      withBefore(
        incident.calmAt === null
          ? t("raised", { at: raised(incident), lasted: lasted(incident) })
          : span(incident, incident.calmAt),
        incident,
      ),
    /** The same, where there is no room for the time of what goes on; since when it was so is left out where it stands beside. */
    age: (incident: Incident, isSinceSaid = false) => {
      const age = incident.calmAt === null ? t("lasts", { lasted: lasted(incident) }) : span(incident, incident.calmAt);
      return isSinceSaid ? age : withBefore(age, incident);
    },
  };
}

/** What happened, where its cause is named first. */
function useWhat(isHere: boolean): (incident: Incident) => string {
  const { t } = useTranslation("incidents");
  return (incident: Incident) => {
    const { cause, subject, content, containerName, open, total } = incident;
    const { containersOpen, containersTotal, containersOf, darkOpen } = incident;
    const isOver = open === 0;
    const name = subject.name ?? subject.id;
    // What was kept before it was known of says that all are.
    const isDark = (darkOpen as number | undefined) !== 0;
    const count = isOver ? containersTotal : containersOpen;
    switch (cause) {
      case "operator":
      case "cluster":
        if (isOver) return t("wereDark", { name, count });
        return isDark
          ? t("dark", { name, count: darkOpen, of: containersOf ?? containersTotal })
          : t("stillOpen", { what: t("wereDark", { name, count: containersTotal }), count: open });
      case "rule":
        return t("rule", { name, count });
      case "change": {
        const kind = changeKinds.find((one) => one === subject.id) ?? "config";
        return t("change", { what: t(`changed.${kind}`, { what: name }), count });
      }
      case "container": {
        const dark = isDark && !isOver ? "isDark" : "wasDark";
        const what = isHere ? t(`here.${dark}`) : t(dark, { name });
        return isDark || isOver ? what : t("stillOpen", { what, count: open });
      }
      case "cut": {
        const isCut = !isOver && incident.worst.attribute === cutAttribute;
        const cut = isCut ? "isCut" : "wasCut";
        const what = isHere ? t(`here.${cut}`) : t(cut, { name });
        return isCut || isOver ? what : t("stillOpen", { what, count: open });
      }
      case "single": {
        // It has more than one where a person put others there.
        const more = (isOver ? total : open) - 1;
        const all = more > 0 ? t("andMore", { content, count: more }) : content;
        if (isHere) return all;
        return t("single", { name: count > 1 ? t("containers", { count }) : containerName, content: all });
      }
    }
  };
}

/** A forecast reaches so far; a rule about the hours until a cut looks as far as its level. */
function hoursAhead(worst: Incident["worst"] | undefined): number | undefined {
  if (worst?.raisedBy?.type !== "forecast") return undefined;
  const { level } = worst.raisedBy;
  return worst.attribute === "hours_to_reserve" && typeof level === "number" ? level : forecastHours;
}

/** What is about several containers has the time of the reader. */
export function localZone({ containersTotal, zoneName }: Incident): string {
  return containersTotal === 1 ? zoneName : browserZone;
}
