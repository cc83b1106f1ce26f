import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { rawExportDays } from "@offgrid/contract/charts/chart-limits";
import type { ExportFormat } from "@offgrid/contract/charts/export.calls";
import { dayS, seriesPerChart } from "@offgrid/contract/core/constants";
import { Button, Progress } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { chartFileName } from "../../../chart/chart-csv.ts";
import { rangeText } from "../../../chart/chart-period.tsx";
import { formatCount, formatSize } from "../../../core/format.ts";
import { clockNow } from "../../../core/live/tick.ts";
import { formatTime } from "../../../core/time.ts";
import { useContainers } from "../../../domain/containers/containers.data.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { useTaking } from "../../../ui/use-taking.ts";
import { readingsQuestion } from "./readings-question.ts";
import { type Received, takeReadings } from "./take-readings.ts";

interface Props {
  definition: ChartDefinition;
  /** What the placeholders of the chart stand for. */
  place: { containerId?: string | undefined; clusterId?: string | undefined };
  /** What is drawn: epoch ms, and the clocks that its days are of. */
  drawn: { from: number; to: number; zone: string };
  onClose: () => void;
}

const dayMs = dayS * 1_000;
const formats: readonly ExportFormat[] = ["csv", "xlsx"];

/** Takes every single reading of a chart as a file; it can be stopped on the way. */
export function ReadingsDialog({ definition, place, drawn, onClose }: Props) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const { data: containers } = useContainers();
  const { from, to, zone } = drawn;
  const { series, hasFormulas } = readingsQuestion(definition, containers ?? [], place, locale);
  const nameOf = (format: ExportFormat) =>
    chartFileName(`${definition.name} ${t("readings.title")}`, { fromMs: from, toMs: to }, zone, format);
  const taking = useTaking<Received, [ExportFormat]>({ bytes: 0 }, (signal, onProgress, format) =>
    takeReadings({ series, from, to, zone, language: locale }, { format, name: nameOf(format) }, signal, onProgress),
  );
  const most = formatCount(seriesPerChart, locale);
  const columns = formatCount(series.length, locale);
  const obstacle =
    to - from > rawExportDays * dayMs
      ? t("readings.tooLong", { most: rawExportDays, days: formatCount(Math.ceil((to - from) / dayMs), locale) })
      : series.length > seriesPerChart
        ? t("readings.tooMany", { columns, most })
        : containers && series.length === 0
          ? t("readings.none")
          : undefined;
  return (
    <Dialog title={t("readings.title")} onClose={onClose}>
      <div className="og-stack">
        <p className="og-note og-flush">
          {t("readings.why", { range: rangeText({ fromMs: from, toMs: to }, zone, locale), most: rawExportDays })}
        </p>
        {hasFormulas && <p className="og-note og-flush">{t("readings.formulas")}</p>}
        {definition.compare.kind !== "none" && <p className="og-note og-flush">{t("readings.compared")}</p>}
        {obstacle !== undefined && (
          <p className="og-flush" role="alert">
            {obstacle}
          </p>
        )}
        {taking.isRunning ? (
          <Receiving received={taking.progress} drawn={drawn} onStop={taking.stop} />
        ) : (
          <div className="og-wrap">
            {formats.map((format) => (
              <Button
                key={format}
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                disabled={obstacle !== undefined || series.length === 0}
                onClick={() => taking.take(format)}
              >
                {t(`readings.${format}`)}
              </Button>
            ))}
          </div>
        )}
        <div role="status">
          {taking.isDone && t("readings.done", { size: formatSize(taking.progress.bytes, locale) })}
        </div>
        <FormFailure error={taking.error} />
      </div>
    </Dialog>
  );
}

/** How far it is: by the time of the last reading, where the file tells it. */
function Receiving({
  received: { bytes, atMs },
  drawn: { from, to, zone },
  onStop,
}: Pick<Props, "drawn"> & { received: Received; onStop: () => void }) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const size = formatSize(bytes, locale);
  const untilMs = Math.max(from + 1, Math.min(to, clockNow()));
  const percent = atMs === undefined ? 100 : Math.round(((atMs - from) / (untilMs - from)) * 100);
  return (
    <div className="og-stack">
      <Progress value={percent} animated={atMs === undefined} aria-label={t("readings.running")} />
      <div className="og-ends">
        <span>
          {atMs === undefined
            ? t("readings.received", { size })
            : t("readings.until", { size, time: formatTime(atMs, "dateTime", zone, locale) })}
        </span>
        <Button variant="default" size="compact-md" className="og-fixed" onClick={onStop}>
          {t("readings.stop")}
        </Button>
      </div>
    </div>
  );
}
