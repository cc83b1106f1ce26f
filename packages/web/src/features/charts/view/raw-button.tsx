import { Button } from "@mantine/core";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { longestRawMs } from "@offgrid/contract/charts/chart-rules";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { NearDrawing } from "../../../domain/charts/finer-drawing.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { type RawPart, rawPart, whyNotRaw } from "./raw-part.ts";

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

/** Single readings are one click away, and so are the averages again: of a long range, those of a part of it. */
export function RawButton({ drawn, near, of, isAsked, view, onRaw, onAverages }: RawButtonProps) {
  const { t } = useTranslation("charts");
  if (drawn.groupBy === "raw") return onAverages ? <Act text={t("raw.averages")} onClick={onAverages} /> : null;
  // Looked at this closely, they are shown already.
  if (near.groupBy === "raw" || drawn.lines.length === 0) return null;
  const refused = whyNotRaw(of, drawn);
  if (refused) return <span className="og-note">{t(`raw.${refused}`)}</span>;
  const part = rawPart(drawn, view, isAsked);
  if (!part) return <span className="og-note">{t("raw.tooMany")}</span>;
  return <Act text={textOf(part, view, t)} onClick={() => onRaw(part.range)} />;
}

const hourMs = 3_600_000;

function textOf({ spanMs, range }: RawPart, view: TimeRange | undefined, t: TFunction<"charts">): string {
  if (!range) return t("raw.show");
  if (spanMs === longestRawMs) return t(view ? "raw.nearDays" : "raw.lastDays");
  return t(view ? "raw.nearHours" : "raw.lastHours", { count: spanMs / hourMs });
}

function Act({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      h="auto"
      py={3}
      // In the lines of the library letters that go below the line would be cut, where the button is as high as they are.
      lh={1.5}
      styles={{ label: { whiteSpace: "normal", overflow: "visible" } }}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
