import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";

import { Hint } from "../ui/hint.tsx";
import { usePrinting } from "../ui/use-printing.ts";
import { BandSwatch } from "./band-swatch.tsx";
import { isBar, legendEntries, type ChartSeries, type ChartWarning, type SeriesLook } from "./chart-series.ts";
import styles from "./chart-legend.module.css";
import { NoteSwatch } from "./note-swatch.tsx";
import { SeriesSwatch } from "./series-swatch.tsx";
import { legendAct } from "./shown-series.ts";

export interface ChartLegendProps {
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  hidden: ReadonlySet<string>;
  /** These series, which share an entry, were clicked. */
  onChoose: (ids: readonly string[]) => void;
  /** Whether hollow points, which came late, are in the picture. */
  hasLate: boolean;
  /** Whether hatched times are in the picture. */
  hasWorks: boolean;
  /** The worst level of the warnings that have a band in the picture; undefined: none has. */
  band: ChartWarning["level"] | undefined;
  /** Whether notes are marked in the picture. */
  hasNotes?: boolean;
}

/** Of more entries than `most` a phone shows the first `few`: a legend as high as its screen would hide what it explains. */
const folding = { most: 6, few: 4 };

/** A button per series that shows it alone, then shows or hides it, and what the hatching and the bands mean. */
export const ChartLegend = memo(function ChartLegend(props: ChartLegendProps) {
  const { series, hasLate, hasWorks, band, hasNotes } = props;
  const { t } = useTranslation("chart");
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery("screen and (max-width: 599px)", undefined, { getInitialValueInEffect: false });
  const isPrinting = usePrinting() !== undefined;
  const entries = legendEntries(series);
  const own = entries.filter(({ first }) => first.entry === undefined);
  const shared = entries.slice(own.length);
  const isFoldable = isNarrow && !isPrinting && own.length > folding.most;
  const shown = isFoldable && !isOpen ? own.slice(0, folding.few) : own;
  return (
    <fieldset className="og-plain-group og-wrap og-tight" aria-label={t("legend")}>
      {[...shown, ...shared].map((entry) => (
        <Entry key={entry.first.id} {...props} {...entry} isOnly={entries.length === 1} />
      ))}
      {isFoldable && (
        <button
          type="button"
          className={styles.entry}
          style={{ borderColor: "var(--og-border)" }}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("fewerSeries") : t("allSeries", { count: own.length })}
          {isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        </button>
      )}
      {hasLate && (
        <span className={styles.key}>
          <span className={styles.late} aria-hidden />
          {t("late")}
        </span>
      )}
      {hasWorks && (
        <span className={styles.key}>
          <span className={styles.works} aria-hidden />
          {t("works")}
        </span>
      )}
      {band && (
        <span className={`${styles.key} og-mark`} data-state={band}>
          <BandSwatch />
          {t("warningOpen")}
        </span>
      )}
      {hasNotes && (
        <span className={styles.key}>
          <NoteSwatch />
          {t("note")}
        </span>
      )}
    </fieldset>
  );
}, isSameLegend);

type EntryProps = ChartLegendProps &
  ReturnType<typeof legendEntries>[number] & {
    /** There is nothing to choose from. */
    isOnly: boolean;
  };

function Entry({ title, first, ids, isOnly, series, looks, hidden, onChoose }: EntryProps) {
  const { t } = useTranslation("chart");
  const words = (
    <>
      {drawnAs(first, ids, series).map((one) => (
        <SeriesSwatch key={one.id} series={one} look={looks.get(one.id)} />
      ))}
      <span className={styles.title}>{title}</span>
    </>
  );
  if (isOnly) return <span className={`${styles.key} og-text og-text-13`}>{words}</span>;
  const act = legendAct(
    hidden,
    ids,
    series.map(({ id }) => id),
  );
  return (
    <Hint label={t(`legendAct.${act}`, { title })} openDelay={600}>
      <button type="button" className={styles.entry} aria-pressed={!hidden.has(first.id)} onClick={() => onChoose(ids)}>
        {words}
      </button>
    </Hint>
  );
}

/** New values alone, which come every few seconds, change nothing in a legend. */
function isSameLegend(before: ChartLegendProps, next: ChartLegendProps): boolean {
  return (
    before.hidden === next.hidden &&
    before.onChoose === next.onChoose &&
    before.hasLate === next.hasLate &&
    before.hasWorks === next.hasWorks &&
    before.band === next.band &&
    before.hasNotes === next.hasNotes &&
    (before.series === next.series || entryText(before) === entryText(next))
  );
}

/** All that a legend says of its series. */
function entryText({ series, looks }: ChartLegendProps): string {
  return JSON.stringify(series.map(({ values: _values, late: _late, ...one }) => [one, looks.get(one.id)]));
}

/** Of more that share an entry their colours would fill the line. */
const mostShared = 4;

/** What shares an entry keeps its colours in the plot, and so in its entry; an earlier period has none among bars. */
function drawnAs(first: ChartSeries, ids: readonly string[], series: readonly ChartSeries[]): readonly ChartSeries[] {
  const isColored = ids.length <= mostShared && (first.dashed === true || !series.some(isBar));
  return first.entry !== undefined && isColored ? series.filter(({ id }) => ids.includes(id)) : [first];
}
