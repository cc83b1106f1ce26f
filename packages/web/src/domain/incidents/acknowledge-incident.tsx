import { useTranslation } from "react-i18next";

import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { acknowledgeIncident, type Incident, withdrawIncident } from "./incidents.data.ts";
import { sayAcknowledged } from "./say-acknowledged.ts";
import type { useIncidentWords } from "./use-incident-words.ts";

interface Props {
  incident: Incident;
  /** What it is called where it is acknowledged; since when is asked with it, and not said again. */
  words: Pick<ReturnType<typeof useIncidentWords>, "title" | "what">;
  onClose: () => void;
}

/** Says that one looks after all warnings of an incident. */
export function AcknowledgeIncident({ incident, words, onClose }: Props) {
  const { id, severity } = incident;
  const { t } = useTranslation("incidents");
  return (
    <AcknowledgeDialog
      title={t("acknowledge.title", { title: words.title(incident) })}
      isCritical={severity === "critical"}
      asksFeedback
      onSend={async (note, feedback) => {
        await acknowledgeIncident(id, note, feedback);
        sayAcknowledged(t, { name: words.what(incident), withdraw: () => withdrawIncident(id) });
      }}
      onClose={onClose}
    />
  );
}
