import type { WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../../core/can/can.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { AwayReason } from "../../../ui/away-acts.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { AcknowledgeIncident } from "../../incidents/acknowledge-incident.tsx";
import { type Incident, useIncidents } from "../../incidents/incidents.data.ts";
import { IncidentLine } from "../../incidents/open-incidents.tsx";
import { useIncidentWords } from "../../incidents/use-incident-words.ts";
import { FittedList } from "../fitted-list.tsx";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** What goes on, worst first, and who looks after it. */
export function IncidentsView({ widget: { of }, now, heightPx }: ViewProps<"incidents">) {
  return (
    <OfRows of={of} heightPx={heightPx}>
      {() => <GoingOn of={of} now={now} heightPx={heightPx} />}
    </OfRows>
  );
}

/** So many are listed; the history has all. */
const mostListed = 12;

/** Of the line below them that says whose clocks their times are by. */
const zonePx = 24;

function GoingOn({ of, now, heightPx }: { of: WidgetPlace; now: number; heightPx: number }) {
  const { t } = useTranslation(["widgets", "incidents"]);
  const words = useIncidentWords(now);
  const mayLookAfter = useCan("incidentAcknowledge");
  const [asked, setAsked] = useState<Incident>();
  const onAcknowledge = mayLookAfter ? setAsked : undefined;
  const goingOn = useIncidents({
    state: "going_on",
    pageSize: 200,
    ...(of.kind === "cluster" && { clusterId: of.id }),
  });
  const isHere = ({ containerIds }: Incident) =>
    of.kind !== "containers" || containerIds.some((id) => of.ids.includes(id));
  return (
    <Async of={quiet(goingOn)} height={heightPx}>
      {({ data }) => {
        const here = data.filter(isHere);
        return (
          <>
            {here.length === 0 && (
              <p className="og-note og-row og-flush">
                <IconCircleCheck className="og-icon" size={18} aria-hidden />
                {t("calm")}
              </p>
            )}
            <FittedList
              className="og-lined"
              items={here.slice(0, mostListed).map((incident) => ({
                key: incident.id,
                content: <IncidentLine incident={incident} now={now} onAcknowledge={onAcknowledge} />,
              }))}
              total={here.length}
              heightPx={heightPx - zonePx}
              more={(count) => (
                <Link className="og-link og-line-24" to="/warning/history" search={{ state: "open" }}>
                  {t("more", { count })}
                </Link>
              )}
            />
            {onAcknowledge && here.length > 0 && <AwayReason />}
            {here.length > 0 && <p className="og-note og-flush">{t("incidents:zone", { zone: browserZone })}</p>}
            {asked && <AcknowledgeIncident incident={asked} words={words} onClose={() => setAsked(undefined)} />}
          </>
        );
      }}
    </Async>
  );
}
