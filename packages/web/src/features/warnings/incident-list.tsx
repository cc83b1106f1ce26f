import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { AwayReason } from "../../ui/away-acts.tsx";
import { type IncidentActs, IncidentLine } from "./incident-line.tsx";

export interface IncidentListProps {
  incidents: readonly Incident[];
  /** How many go on in all, of which a page shows some; absent: that is not known. */
  goingOn?: number | undefined;
  /** How many are over in all; absent: that is not known. */
  over?: number | undefined;
  /** What is open without a rule, after what goes on; absent: it stands elsewhere. */
  alarms?: ReactNode;
  now: number;
  /** Id of the one that is opened. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  acts?: IncidentActs | undefined;
  /** What is shown of the one that is opened. */
  children: (incident: Incident) => ReactNode;
}

/** Incidents: what goes on first, then what is over. */
export function IncidentList({
  incidents,
  goingOn,
  over,
  alarms,
  now,
  opened,
  onOpen,
  acts,
  children,
}: IncidentListProps) {
  const { t } = useTranslation("warning-history");
  const groups = [
    ["goingOn", goingOn, incidents.filter(({ open }) => open > 0)],
    ["over", over, incidents.filter(({ open }) => open === 0)],
  ] as const;
  return (
    <div className="og-stack">
      {acts && <AwayReason />}
      {groups.map(([name, count, own]) => {
        if (own.length === 0) return null;
        const title = count === undefined ? t(`incident.${name}Some`) : t(`incident.${name}`, { count });
        return (
          <Fragment key={name}>
            <section className="og-card" aria-label={title}>
              <h2 className="og-title">{title}</h2>
              <ul className="og-plain-list og-lined">
                {own.map((incident) => (
                  <li key={incident.id}>
                    <IncidentLine
                      incident={incident}
                      now={now}
                      isOpened={incident.id === opened}
                      onToggle={() => onOpen(incident.id === opened ? undefined : incident.id)}
                      acts={acts}
                    >
                      {children(incident)}
                    </IncidentLine>
                  </li>
                ))}
              </ul>
            </section>
            {name === "goingOn" && alarms}
          </Fragment>
        );
      })}
    </div>
  );
}
