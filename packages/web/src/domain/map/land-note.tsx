import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { CanvasState } from "./map-canvas.ts";

export type LandNoteProps = Pick<CanvasState, "hasLand" | "land" | "retry">;

/** Below a map that shows its marks already: what of its land is not there, since sea looks the same as nothing. */
export function LandNote({ hasLand, land, retry }: LandNoteProps) {
  const { t } = useTranslation(["map", "shared"]);
  if (!hasLand || land === "there") return null;
  return (
    <div className="og-line" role="status">
      <span className="og-text">{t(land === "coming" ? "loading" : "missing")}</span>
      {land === "missing" && (
        <Button variant="default" size="compact-sm" onClick={retry}>
          {t("shared:action.retry")}
        </Button>
      )}
    </div>
  );
}
