import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../ui/empty-state.tsx";

/** In the place of an incident that an address names and that is not there, or not for whoever reads: to ask again is no use. */
export function NoSuchIncident({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("warning-history");
  return (
    <EmptyState
      title={t("incident.gone")}
      why={t("incident.goneWhy")}
      action={
        <Button variant="default" onClick={onClose}>
          {t("incident.goneList")}
        </Button>
      }
    />
  );
}
