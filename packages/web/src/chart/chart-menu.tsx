import { ActionIcon, Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconChartLine, IconDots, IconLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import { comparedTimeText, type DrawnOver } from "@offgrid/contract/charts/drawn-words";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { isUnreachable } from "../core/api/api-error.ts";
import { loadChunk } from "../core/chunk.ts";
import { useCan } from "../core/can/can.ts";
import { config } from "../core/config.ts";
import { saveFile } from "../core/save-file.ts";
import { timeReady } from "../core/time.ts";
import { definitionText, type GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { FileItems, type FilesOf } from "./chart-files.tsx";
import type { ChartPaper } from "./chart-png.ts";
import { rangeText } from "./chart-period.tsx";
import { type ChartReadingsProps, useChartReadings } from "./chart-readings.ts";
import styles from "./chart.module.css";
import { type ChartSeries, factLines, type PartFacts } from "./chart-series.ts";
import { marksLate } from "./late-points.ts";
import type { PlotPicture } from "./plot.types.ts";
import { type SeenPart, usePointWords } from "./use-point-words.ts";
import type { TimeRange } from "../ui/period-range.ts";

/** What makes files is not needed to see a chart. */
const loadFiles = async () => {
  const [csv, png] = await loadChunk(() => Promise.all([import("./chart-csv.ts"), import("./chart-png.ts")]));
  return { ...csv, ...png };
};
type Files = Awaited<ReturnType<typeof loadFiles>>;

/** A sentence of it goes over as many lines as it needs. */
const noteStyle = { width: "max-content", maxWidth: 280 } as const;

/** What is drawn, of which files are made. */
export interface MenuContents extends Pick<ChartPaper, "looks" | "warnings"> {
  t: readonly number[];
  /** All series in the units in which they are kept, for the file of values. */
  series: readonly ChartSeries[];
  /** Those that are shown, for the picture. */
  shown: readonly ChartSeries[];
  /** Undefined: all of it is seen. */
  part: SeenPart | undefined;
  full: TimeRange;
  /** What is known of the series of just a part; absent: it cannot be asked. */
  factsOf: ((view: TimeRange) => Promise<PartFacts>) | undefined;
}

export interface ChartMenuProps extends Pick<ChartPaper, "title">, FilesOf {
  /** Why it can neither be built from nor taken as all of the files, in words; absent: it can, or that is plain. */
  whyNoFiles: string | undefined;
  /** What is drawn when it is called: new values do not render the menu again. */
  contents: () => MenuContents;
  /** What is seen when it is called. */
  view: () => TimeRange;
  /** The address of what is seen when it is called. */
  address: () => string;
  /** What the chart is about, such as a container. */
  subject: string | undefined;
  /** What the files are called by; absent: the subject and the title. */
  fileName: string | undefined;
  /** Can its values be taken as a file? */
  withValues: boolean;
  /** Absent: only range and zone are said in files. */
  groupBy: ChartGroup | undefined;
  ownDays: boolean;
  /** It also shows what is expected, which a chart of one's own has not. */
  hasForecast: boolean;
  /** What is laid over its series. */
  over: DrawnOver | undefined;
  /** By name; empty: they are not told, or the subject is the one. */
  containers: readonly string[];
  zone: string;
  locale: LocaleCode;
  picture: RefObject<PlotPicture | undefined>;
}

/** Ways to take a chart along: its address, a picture, its values. */
export function ChartMenu({
  title: ownTitle,
  contents,
  view: seen,
  address,
  subject,
  fileName,
  definition,
  place,
  whyNoFiles,
  withValues,
  groupBy,
  ownDays,
  hasForecast,
  over,
  containers,
  zone,
  locale,
  picture,
}: ChartMenuProps) {
  const { t } = useTranslation("chart");
  const clipboard = useClipboard({ timeout: 4_000 });
  const [failed, setFailed] = useState<"failed" | "unreachable">();
  const pointWords = usePointWords();
  const showReadings = useChartReadings();
  const [taken, setTaken] = useState<ChartReadingsProps["drawn"]>();
  const takeReadings = showReadings && (() => setTaken(shownTo(seen(), zone)));
  const title = subject === undefined ? ownTitle : `${subject}: ${ownTitle}`;

  const save = async (ending: "csv" | "png", make: (files: Files, view: TimeRange) => Blob | Promise<Blob>) => {
    setFailed(undefined);
    const view = seen();
    try {
      const [files] = await Promise.all([loadFiles(), timeReady()]);
      saveFile({ name: files.chartFileName(fileName ?? title, view, zone, ending), contents: await make(files, view) });
    } catch {
      setFailed("failed");
    }
  };
  const savePng = () =>
    save("png", ({ chartPng, placeOnPaper }, view) => {
      if (!picture.current) throw new Error("There is no drawing.");
      const { t: times, shown, looks, warnings, part } = contents();
      return chartPng(picture.current, {
        // Of one drawing among several, as its file is called.
        ...{ title: fileName ?? title, view, looks, warnings },
        place: placeOnPaper(fileName ?? title, containers, locale),
        series: shown,
        footer: [rangeText(view, zone, locale), config.portalName],
        words: [
          groupBy && pointWords({ groupBy, ownDays, lines: factLines(shown), part }),
          over && shown.some(({ ghost }) => ghost) ? comparedTimeText(over, locale) : undefined,
        ].filter((text) => text !== undefined),
        late: shown.some((one) => marksLate(one, times)) ? t("late") : undefined,
        band: t("warningOpen"),
      });
    });
  const saveCsv = () =>
    save("csv", (files, view) =>
      csvFile(files, contents(), view, { zone, locale, groupBy, ownDays, over, containers }),
    );

  const said = clipboard.copied ? "copied" : clipboard.error ? "notCopied" : failed;
  return (
    <>
      <output className={styles.note} style={noteStyle}>
        {said && t(`menu.${said}`)}
      </output>
      {/* Inside of the chart, so that it can be seen where the chart fills the screen. */}
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={32} aria-label={t("menu.label")} title={t("menu.label")}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {definition && <BuilderItem {...{ definition, place, hasForecast }} />}
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => clipboard.copy(address())}>
            {t("menu.link")}
          </Menu.Item>
          {whyNoFiles !== undefined && (
            <Menu.Label style={{ maxWidth: 280, whiteSpace: "normal" }}>{whyNoFiles}</Menu.Label>
          )}
          <FileItems
            {...{ definition, place }}
            isPart={fileName !== undefined}
            onPng={savePng}
            onCsv={withValues ? saveCsv : undefined}
            onReadings={takeReadings}
            onFailed={(error) => setFailed(isUnreachable(error) ? "unreachable" : "failed")}
          />
        </Menu.Dropdown>
      </Menu>
      {definition && taken && showReadings?.({ definition, place, drawn: taken, onClose: () => setTaken(undefined) })}
    </>
  );
}

async function csvFile(
  { chartCsv }: Files,
  { t, ...drawn }: MenuContents,
  view: TimeRange,
  about: Parameters<Files["chartCsv"]>[3],
): Promise<Blob> {
  const { series, measuredOf } = await measuredWithin(drawn, view);
  return new Blob([chartCsv(t, series, view, { ...about, measuredOf })], { type: "text/csv;charset=utf-8" });
}

/** The series with what was measured of them in what is seen; where nobody can tell, with the range that it is known of. */
async function measuredWithin({ series, part, full, factsOf }: Omit<MenuContents, "t">, view: TimeRange) {
  if (!part) return { series, measuredOf: undefined };
  const facts = await factsOf?.(view).catch(() => undefined);
  if (!facts) return { series, measuredOf: part.isOwn ? undefined : full };
  return { series: series.map((one) => ({ ...one, ...facts.get(one.id) })), measuredOf: undefined };
}

/** A dialog lies over the page, which a chart that fills the screen would hide. */
function shownTo({ fromMs, toMs }: TimeRange, zone: string): ChartReadingsProps["drawn"] {
  if (document.fullscreenElement) void document.exitFullscreen();
  return { from: fromMs, to: toMs, zone };
}

type BuilderItemProps = FilesOf & Pick<ChartMenuProps, "hasForecast"> & { definition: GivenDefinition };

/** Opens what is shown as the beginning of a chart of one's own. */
function BuilderItem({ definition, place: { containerId, clusterId }, hasForecast }: BuilderItemProps) {
  const { t } = useTranslation("chart");
  if (!useCan("chartDraw")) return null;
  const search = {
    d: definitionText(definition),
    ...(containerId !== undefined && { container: containerId }),
    ...(clusterId !== undefined && { cluster: clusterId }),
  };
  return (
    <Menu.Item
      leftSection={<IconChartLine size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/charts/add" search={search} {...props} />}
    >
      {t(hasForecast ? "menu.builderMeasured" : "menu.builder")}
    </Menu.Item>
  );
}
