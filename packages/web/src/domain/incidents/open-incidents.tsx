import type { BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MarkedLine } from "../containers/marked-line.tsx";
import type { Incident } from "./incidents.data.ts";
import { useIncidentWords } from "./use-incident-words.ts";
import { AwayReason, useAwayActs } from "../../ui/away-acts.tsx";
import { alarmLevels } from "../containers/alarm-levels.ts";

export interface OpenIncidentsProps {
  title: string;
  /** What goes on, worst first. */
  incidents: readonly Incident[];
  /** How many go on, of which these are the first. */
  total: number;
  container: { containerId: string; zoneName: string };
  /** What the battery reports by itself: it counts as open with the others. */
  alarms: readonly BatteryAlarm[];
  now: number;
  /** Absent: the person may only read. */
  onAcknowledge: ((incident: Incident) => void) | undefined;
  /** What is open of it besides what it is called by. */
  alsoOpen?: ((incident: Incident) => ReactNode) | undefined;
  /** In the place of incidents that could not be loaded. */
  lost?: ReactNode;
}

/** So many are listed; the history has all. */
const mostListed = 5;

/** Incidents at one container: what, since when, who looks after it. */
export function OpenIncidents({ title, incidents, total, container, alarms, now, lost, ...acts }: OpenIncidentsProps) {
  const { t } = useTranslation(["incidents", "container-facts"]);
  const shown = incidents.slice(0, mostListed);
  return (
    <section className="og-card" aria-labelledby="container-incidents">
      <h2 className="og-title" id="container-incidents">
        {title}
      </h2>
      {lost}
      <IncidentRows incidents={shown} {...{ container, now, ...acts }} />
      {alarms.map((alarm) => (
        <MarkedLine key={alarm} state="warning" below={<span className="og-note">{t("card.reported")}</span>}>
          <Link
            className="og-text og-medium og-anywhere"
            to="/containers/$slug"
            params={{ slug: container.containerId }}
            search={{ tab: "batteries" }}
          >
            {t(`container-facts:alarm.${alarm}`, alarmLevels())}
          </Link>
        </MarkedLine>
      ))}
      <Link className="og-link og-line-24" to="/warning/history" search={{ container: container.containerId }}>
        {[t("card.all"), total > shown.length && t("card.more", { count: total - shown.length })]
          .filter(Boolean)
          .join(" · ")}
      </Link>
    </section>
  );
}

interface RowsProps extends Pick<OpenIncidentsProps, "incidents" | "now" | "onAcknowledge" | "alsoOpen"> {
  /** On the screen of a container, which is not named again, and in its time. */
  container?: OpenIncidentsProps["container"];
}

/** Each incident with since when it goes on and who looks after it; it leads to the history. */
export function IncidentRows({ incidents, ...shared }: RowsProps) {
  return (
    <>
      <ul className="og-plain-list og-lined">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <IncidentLine incident={incident} {...shared} />
          </li>
        ))}
      </ul>
      {shared.onAcknowledge && incidents.length > 0 && <AwayReason />}
    </>
  );
}

/** One of them, in a list of whoever shows it. */
export function IncidentLine({
  incident,
  container,
  now,
  onAcknowledge,
  alsoOpen,
}: Omit<RowsProps, "incidents"> & { incident: Incident }) {
  const { t } = useTranslation("incidents");
  const words = useIncidentWords(now, container && { here: container });
  const unlessAway = useAwayActs();
  const { id, severity, state, acknowledgedBy, acknowledgeNote, isQuiet } = incident;
  const title = words.title(incident);
  const facts = [
    words.span(incident),
    state === "acknowledged" && acknowledgedBy && t("card.by", { name: acknowledgedBy.name ?? t("card.nobody") }),
    state === "acknowledged" && acknowledgeNote,
    isQuiet && t("card.quiet"),
  ];
  return (
    <div className="og-head" style={{ paddingBlock: 8 }}>
      <span className="og-words">
        <MarkedLine
          state={severity}
          below={
            <>
              {alsoOpen?.(incident)}
              <span className="og-note og-anywhere">{facts.filter(Boolean).join(" · ")}</span>
            </>
          }
        >
          <Link
            className="og-text og-medium og-anywhere"
            to="/warning/history"
            search={{ ...(container && { container: container.containerId }), incident: id }}
          >
            {words.what(incident)}
          </Link>
        </MarkedLine>
      </span>
      {onAcknowledge && state !== "acknowledged" && (
        <Button
          variant="default"
          size="xs"
          aria-label={t("acknowledge.name", { title })}
          {...unlessAway(() => onAcknowledge(incident))}
        >
          {t("acknowledge.act")}
        </Button>
      )}
    </div>
  );
}
