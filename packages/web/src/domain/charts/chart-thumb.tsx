import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { lineColors } from "@offgrid/contract/charts/line-colors";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { sharedStart, startWords } from "../../chart/shared-start.ts";
import { useSeen } from "../../ui/use-seen.ts";
import { useDrawing } from "./drawing.data.ts";
import type { PlotLine } from "./drawn-series.ts";
import { thumbPaths } from "./thumb-paths.ts";

const [width, highPx] = [320, 96];

/** A small picture of a chart as it is now, drawn once it comes into view, or the page has nothing better to do. Where that fails its place stays empty. */
export function ChartThumb({
  definition,
  containerId,
  isPlaced = true,
}: {
  definition: ChartDefinition;
  containerId?: string | undefined;
  /** False: of which container it is to be is not known yet. */
  isPlaced?: boolean;
}) {
  const { t } = useTranslation("drawing");
  const { ref, isSeen } = useSeen({ isForPaper: true });
  const asked = { definition, points: 170, ...(containerId !== undefined && { containerId }) };
  const drawing = useDrawing(asked, { enabled: isSeen && isPlaced });
  const lines = drawing.data ? placedLines(drawing.data, definition) : [];
  const hasValues = lines.some(({ values }) => values.some((value) => value !== null));
  return (
    <div ref={ref}>
      <div style={{ display: "grid", placeItems: "center", height: highPx }}>
        {isSeen && drawing.isPending && <Skeleton height="100%" radius={6} />}
        {drawing.error && !drawing.data && <span className="og-note">{t("thumb.failed")}</span>}
        {drawing.data && !hasValues && (
          <span className="og-note">{t(isGone(drawing.data) ? "thumb.gone" : "thumb.empty")}</span>
        )}
        {hasValues && <Thumb lines={lines} />}
      </div>
      {/* Its line has its height before the names are known. */}
      <div className="og-wrap og-tight og-text-12 og-muted" style={{ minHeight: 18, gap: "0 12px" }}>
        {hasValues && <Key lines={lines} />}
      </div>
    </div>
  );
}

/** A container that was removed is another matter than one that measured nothing. */
const isGone = ({ faults }: DrawnChart) => faults.some(({ code }) => code === "gone" || code === "cluster_gone");

/** The lines alone, as wide as there is room. */
export function Thumb({ lines, height = highPx }: { lines: readonly PlotLine[]; height?: number }) {
  const colors = lineColors(lines);
  const paths = thumbPaths(lines, width, height);
  return (
    <svg style={{ width: "100%", height }} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {paths.map(({ id, line, area, bars }, index) => (
        <g key={id} style={{ color: `var(--og-${colors[index]})` }}>
          {area !== undefined && <path d={area} fill="currentColor" fillOpacity={0.16} />}
          {bars !== undefined && <path d={bars} fill="currentColor" />}
          <path d={line} fill="none" stroke="currentColor" strokeWidth={1.8} vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </svg>
  );
}

/** So many lines are named below a small picture; the others are counted. */
const mostNamed = 4;

/** What its lines are, in their colours. */
function Key({ lines }: { lines: readonly PlotLine[] }) {
  const colors = lineColors(lines);
  const others = lines.length - mostNamed;
  const start = sharedStart(lines.map(({ title }) => title));
  return (
    <>
      {start !== "" && <span>{startWords(start)}</span>}
      {lines.slice(0, mostNamed).map(({ id, title }, index) => (
        <span key={id} className="og-row og-tight og-least">
          <span
            style={{ flex: "none", width: 12, height: 3, borderRadius: 2, background: `var(--og-${colors[index]})` }}
            aria-hidden
          />
          <span className="og-anywhere">{title.slice(start.length)}</span>
        </span>
      ))}
      {others > 0 && <span>{`+ ${others}`}</span>}
    </>
  );
}
