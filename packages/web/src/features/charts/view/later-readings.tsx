import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { lazy } from "react";

import type { ChartReadingsProps } from "../../../chart/chart-readings.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { LaterDialog } from "../../../ui/later-dialog.tsx";

/** Needed only by whoever takes a file of readings. */
export const ReadingsDialog = lazy(() =>
  loadWithTexts(["charts"], () => import("./readings-dialog.tsx")).then((part) => ({ default: part.ReadingsDialog })),
);

/** Every single reading behind any chart of the portal. */
export function readingsOfChart({ definition: given, ...more }: ChartReadingsProps) {
  const definition = readDefinitionText(definitionText(given));
  if (!definition) return null;
  return (
    <LaterDialog onClose={more.onClose}>
      <ReadingsDialog definition={definition} {...more} />
    </LaterDialog>
  );
}
