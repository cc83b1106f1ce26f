import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { Hint } from "../ui/hint.tsx";
import type { TimeRange } from "../ui/period-range.ts";
import { isOfNotes, notePath, warningBand, warningGroups, type WarningGroup } from "./chart-notes.ts";
import type { ChartWarning } from "./chart-series.ts";
import styles from "./chart-warnings.module.css";
import { noteMark } from "./note-swatch.tsx";
import type { PlotArea } from "./plot.types.ts";
import { useWarningWords } from "./use-warning-words.ts";

export interface ChartWarningsProps {
  warnings: readonly ChartWarning[];
  view: TimeRange;
  area: PlotArea;
  zone: string;
  locale: LocaleCode;
}

/** Marks that are closer than this share one, so that each can be hit. */
const leastPx = 26;
/** More than these in one mark are counted. */
const mostLines = 5;

/** A triangle on the time axis for each warning, a sheet for each note, with its words on hover and focus, and a band for as long as it lasted. */
export function ChartWarnings({ warnings, view, area, zone, locale }: ChartWarningsProps) {
  const { t } = useTranslation("chart");
  const wordsOf = useWarningWords(zone, locale);
  if (warnings.length === 0) return null;
  const groups = warningGroups(warnings, view, area.width, leastPx);
  const lines = ({ warnings: all }: WarningGroup) => [
    ...all.slice(0, mostLines).map(wordsOf),
    ...(all.length > mostLines ? [t("moreWarnings", { count: all.length - mostLines })] : []),
  ];
  return (
    <>
      <Bands warnings={warnings} view={view} area={area} />
      {groups.length > 0 && (
        <ul className="og-plain-list" aria-label={t("warnings")}>
          {groups.map((group) => {
            const left = area.left + ((group.atMs - view.fromMs) / (view.toMs - view.fromMs)) * area.width;
            const words = lines(group);
            return (
              <li key={group.atMs} className={styles.place} style={{ left, top: area.top + area.height }}>
                <Hint
                  label={words.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                  multiline
                  maw={320}
                >
                  <button
                    type="button"
                    className={`${styles.mark} og-mark`}
                    data-state={group.level}
                    style={isOfNotes(group) ? noteMark : undefined}
                    aria-label={t(`noted.${group.level}`, { text: words.join(t("noted.next")) })}
                  >
                    <svg className={styles.shape} viewBox="0 0 16 14" aria-hidden>
                      <path d={isOfNotes(group) ? notePath : "M8 1 15 13H1z"} />
                    </svg>
                    {group.warnings.length > 1 && (
                      <span className={styles.count} aria-hidden>
                        {group.warnings.length}
                      </span>
                    )}
                  </button>
                </Hint>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** Works are hatched, these are plain. */
const bandLook = {
  position: "absolute",
  border: "solid var(--mark)",
  background: "color-mix(in srgb, var(--mark) 8%, transparent)",
  pointerEvents: "none",
} as const;

/** The words of the marks, those under the pointer and the notes of the table say what they are. */
function Bands({ warnings, view, area }: Pick<ChartWarningsProps, "warnings" | "view" | "area">) {
  const { left, top, width, height } = area;
  return warnings.map((warning) => {
    const band = warningBand(warning, view);
    if (!band) return null;
    const place = {
      // One that was open before does not begin at the edge.
      borderWidth: `0 0 3px ${warning.atMs < view.fromMs ? 0 : 1}px`,
      left: left + band.from * width,
      top,
      width: (band.to - band.from) * width,
      height,
    };
    return (
      <div
        key={`${warning.atMs} ${warning.text}`}
        className="og-mark"
        data-state={warning.level}
        style={{ ...bandLook, ...place }}
        aria-hidden
      />
    );
  });
}
