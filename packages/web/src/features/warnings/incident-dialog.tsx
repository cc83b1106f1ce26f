import { useState } from "react";
import { useTranslation } from "react-i18next";

import { AcknowledgeIncident } from "../../domain/incidents/acknowledge-incident.tsx";
import { type Incident, useGoingOn } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { announceWorks } from "../../domain/works/works.data.ts";
import { WorksGoingOn } from "../../domain/works/works-going-on.tsx";
import { WorksDialog } from "../../domain/works/works-dialog.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { mergeIncidents } from "./incident-acts.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { useWorksWords } from "./use-works-words.ts";

/** Works are announced at so many containers in one go. */
const mostWorks = 50;

export interface IncidentDialogProps {
  kind: "acknowledge" | "merge" | "works";
  incident: Incident;
  now: number;
  onClose: () => void;
}

/** Asks for what is needed to do something about an incident. */
export function IncidentDialog({ kind, incident, now, onClose }: IncidentDialogProps) {
  const words = useIncidentWords(now);
  const others = useGoingOn().data?.data.filter(({ id }) => id !== incident.id) ?? [];
  if (kind === "acknowledge") return <AcknowledgeIncident incident={incident} words={words} onClose={onClose} />;
  if (kind === "merge")
    return (
      <MergeDialog
        incident={incident}
        others={others}
        now={now}
        onSend={(into, reason) => mergeIncidents(incident.id, into, reason)}
        onClose={onClose}
      />
    );
  return <IncidentWorks incident={incident} now={now} onClose={onClose} />;
}

/** Works at all of its containers; where they go on at its only one, those. */
function IncidentWorks({ incident, now, onClose }: Omit<IncidentDialogProps, "kind">) {
  const { t } = useTranslation("warning-history");
  const { containerId, containerName: name, zoneName, works } = incident;
  // What there was when it was opened: to have ended works asks for no new ones.
  const [goesOn] = useState(works !== null && works.state !== "planned");
  const worksWords = useWorksWords(now);
  const containers = incident.containerIds.slice(0, mostWorks);
  if (goesOn && containers.length === 1)
    return <WorksGoingOn container={{ containerId, name, zoneName }} onClose={onClose} />;
  return (
    <WorksDialog
      container={containers.length === 1 ? name : t("incident.containers", { count: containers.length })}
      now={now}
      zone={browserZone}
      goingOn={goesOn && works ? { count: works.containers, works: worksWords(works) } : undefined}
      onAnnounce={async (plan) => {
        for (const containerId of containers) await announceWorks(containerId, plan);
        sayDone(t("incident.worksDone", { count: containers.length }));
      }}
      onClose={onClose}
    />
  );
}
