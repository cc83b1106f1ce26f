import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../../core/can/can.ts";
import { AcknowledgeIncident } from "../../../domain/incidents/acknowledge-incident.tsx";
import { type Incident, useGoingOnAt } from "../../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../../domain/incidents/use-incident-words.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { alarmsNow } from "../values/alarms-now.ts";
import { OpenIncidents } from "../../../domain/incidents/open-incidents.tsx";

/** What goes on at the container, and who looks after it; nothing where nothing does. */
export function OpenIncidentsSection({ info, now }: TabProps) {
  const { t } = useTranslation("incidents");
  const words = useIncidentWords(now, { here: info });
  const goingOn = useGoingOnAt(info.containerId);
  const mayLookAfter = useCan("incidentAcknowledge");
  const [asked, setAsked] = useState<Incident>();
  if (goingOn.isPending) return <Skeleton height={96} radius={10} />;
  // What could not be asked is not over: the header still counts it, and leads to all of it.
  const { data: incidents = [], total = 0 } = goingOn.data ?? {};
  const alarms = alarmsNow(info.values, info.everyS);
  if (incidents.length + alarms.length === 0) return null;
  return (
    <>
      <OpenIncidents
        {...{ incidents, total, alarms, now }}
        title={t("card.title")}
        container={info}
        onAcknowledge={mayLookAfter ? setAsked : undefined}
      />
      {asked && <AcknowledgeIncident incident={asked} words={words} onClose={() => setAsked(undefined)} />}
    </>
  );
}
