import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Land } from "./land-watch.ts";

export interface LandNoteProps {
  land: Land;
  onRetry: () => void;
}

/** Below a map that shows its marks already: what of its land is not there, since sea looks the same as nothing. */
export function LandNote({ land, onRetry }: LandNoteProps) {
  const { t } = useTranslation(["map", "shared"]);
  if (land === "there") return null;
  return (
    <div className="og-line" role="status">
      <span className="og-text">{t(land === "coming" ? "loading" : "missing")}</span>
      {land === "missing" && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t("shared:action.retry")}
        </Button>
      )}
    </div>
  );
}
