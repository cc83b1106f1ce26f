import { useTranslation } from "react-i18next";

import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { acknowledgeIncident, type Incident } from "./incidents.data.ts";
import { sayAcknowledged } from "./say-acknowledged.ts";

interface Props {
  incident: Incident;
  /** What it is called where it is acknowledged. */
  title: string;
  onClose: () => void;
}

/** Says that one looks after all warnings of an incident. */
export function AcknowledgeIncident({ incident: { id, severity }, title, onClose }: Props) {
  const { t } = useTranslation("incidents");
  return (
    <AcknowledgeDialog
      title={t("acknowledge.title", { title })}
      isCritical={severity === "critical"}
      asksFeedback
      onSend={async (note, feedback) => {
        await acknowledgeIncident(id, note, feedback);
        sayAcknowledged(t, id, title);
      }}
      onClose={onClose}
    />
  );
}
