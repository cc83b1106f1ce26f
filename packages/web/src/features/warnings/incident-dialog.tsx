import { useTranslation } from "react-i18next";

import { AcknowledgeIncident } from "../../domain/incidents/acknowledge-incident.tsx";
import { type Incident, useGoingOn } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { announceWorks } from "../../domain/works/works.data.ts";
import { WorksDialog } from "../../domain/works/works-dialog.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { mergeIncidents } from "./incident-acts.ts";
import { MergeDialog } from "./merge-dialog.tsx";

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
  const { t } = useTranslation("warning-history");
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
  const containers = incident.containerIds.slice(0, mostWorks);
  return (
    <WorksDialog
      container={
        containers.length === 1 ? incident.containerName : t("incident.containers", { count: containers.length })
      }
      now={now}
      zone={browserZone}
      onAnnounce={async (plan) => {
        for (const containerId of containers) await announceWorks(containerId, plan);
        sayDone(t("incident.worksDone", { count: containers.length }));
      }}
      onClose={onClose}
    />
  );
}
