import { Button } from "@mantine/core";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { useTranslation } from "react-i18next";

import type { NearDrawing } from "../../../domain/charts/finer-drawing.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { daysForRaw } from "./raw-days.ts";

interface RawButtonProps {
  drawn: DrawnChart;
  /** The same with what is looked at closely in more detail. */
  near: NearDrawing;
  of: ChartDefinition;
  /** Whether single readings were asked for, and this is the answer: there may be too many for a chart. */
  isAsked: boolean;
  /** The part that is looked at; undefined: all of it. */
  view: TimeRange | undefined;
  /** @param range Undefined: the one that is drawn. */
  onRaw: (range: TimeRange | undefined) => void;
  /** Absent: the chart has no averages to go back to. */
  onAverages: (() => void) | undefined;
}

/** Single readings are one click away, and so are the averages again: of a long range, those of two days of it. */
export function RawButton({ drawn, near, of, isAsked, view, onRaw, onAverages }: RawButtonProps) {
  const { t } = useTranslation("charts");
  if (drawn.groupBy === "raw") return onAverages ? <Act text={t("raw.averages")} onClick={onAverages} /> : null;
  // Looked at this closely, they are shown already.
  if (near.groupBy === "raw" || drawn.lines.length === 0) return null;
  const refused = whyNotRaw(of);
  if (refused) return <span className="og-note">{t(`raw.${refused}`)}</span>;
  const days = daysForRaw(drawn, view);
  if (isAsked && days === undefined) return <span className="og-note">{t("raw.zoomIn")}</span>;
  const text = days === undefined ? t("raw.show") : t(view ? "raw.nearDays" : "raw.lastDays");
  return <Act text={text} onClick={() => onRaw(days)} />;
}

/** Why single readings of a chart are not offered, whatever its range is. */
function whyNotRaw({ series, compare }: ChartDefinition): "noEnergy" | "notCompared" | undefined {
  if (series.some((one) => one.kind === "metric" && one.func === "energy")) return "noEnergy";
  return compare.kind === "none" ? undefined : "notCompared";
}

function Act({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h="auto"
      // In the lines of the library letters that go below the line would be cut, where the button is as high as they are.
      lh={1.5}
      styles={{ label: { whiteSpace: "normal", overflow: "visible" } }}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
