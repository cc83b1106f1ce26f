import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../../core/format.ts";
import { saveFile } from "../../../core/save-file.ts";
import { formatTime } from "../../../core/time.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { exactText } from "./exact-text.ts";
import type { Draft } from "./import-draft.ts";
import type { FileReport } from "./import.data.ts";
import styles from "./import.module.css";
import { refusedFile, refusedWords } from "./refused-words.ts";

export interface CheckReportProps {
  report: FileReport;
  kind: string;
  fileName: string;
  zone: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

const rowsShown = 6;
const linesShown = 5;

/** What a file holds with the columns as they are assigned: the first rows, what is wrong, and what can be done about it. */
export function CheckReport({ report, kind, fileName, zone, draft, onChange }: CheckReportProps) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const { counts, from, to } = report;
  const at = (instant: string) => formatTime(Date.parse(instant), "dateTime", zone, locale);
  // Lines of which nothing but the year is asked about are not lost.
  const isOnlyEarly = counts.good === 0 && counts.early > 0;
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <div className="og-stack">
      <p className="og-flush" role="status">
        <span className="og-strong">
          {isOnlyEarly ? t("check.goodOnce", { count: counts.early }) : t("check.good", { count: counts.good })}
        </span>
        {from !== null && to !== null && `, ${t("check.span", { from: at(from), to: at(to) })}`}
        {counts.withoutReading > 0 && (
          <span className="og-note"> {t("check.empty", { count: counts.withoutReading })}</span>
        )}
      </p>
      {draft.shift !== undefined && (
        <div className="og-line">
          <span>{t("check.shifted", { weeks: Number.parseInt(draft.shift, 10) })}</span>
          <Button variant="default" size="compact-sm" onClick={() => set({ shift: undefined })}>
            {t("check.unshift")}
          </Button>
        </div>
      )}
      {report.early && <OldLines {...{ counts, zone }} early={report.early} onShift={(shift) => set({ shift })} />}
      {counts.wrong > 0 && (
        <WrongLines
          {...{ report, kind, fileName }}
          ambiguous={draft.ambiguous}
          onAmbiguous={(ambiguous) => set({ ambiguous })}
        />
      )}
      {counts.wrong + counts.early > 0 && counts.good > 0 && (
        <Checkbox
          label={t("check.leaveOut", { count: counts.wrong + counts.early })}
          checked={draft.leaveOut}
          onChange={() => set({ leaveOut: !draft.leaveOut })}
        />
      )}
      {counts.good > 0 && <FirstRows report={report} zone={zone} />}
    </div>
  );
}

/** Lines from before the portal takes any, and what can be done with them. */
function OldLines({
  counts,
  early: { earliest, shift },
  zone,
  onShift,
}: Pick<FileReport, "counts"> & {
  early: NonNullable<FileReport["early"]>;
  zone: string;
  onShift: (shift: string) => void;
}) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  // Where a few lines among many are too old, it is these that are wrong: moving all would spoil the others.
  const isClockWrong = counts.early >= counts.good;
  const date = formatTime(Date.parse(earliest), "date", zone, locale);
  return (
    <div className={`${styles.problem} og-close-stack`}>
      <Problem>{t(isClockWrong ? "check.early" : "check.earlyFew", { count: counts.early, date })}</Problem>
      {isClockWrong && (
        <div className="og-line">
          <Button variant="default" onClick={() => onShift(shift)}>
            {t("check.shift", { weeks: formatCount(Number.parseInt(shift, 10), locale) })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Problem({ children }: { children: string }) {
  return (
    <p className="og-row og-top og-flush">
      <IconAlertTriangle className="og-fixed" size={18} color="var(--og-amber)" aria-hidden />
      <span className="og-strong">{children}</span>
    </p>
  );
}

interface WrongLinesProps extends Pick<CheckReportProps, "report" | "kind" | "fileName"> {
  ambiguous: Draft["ambiguous"];
  onAmbiguous: (ambiguous: Draft["ambiguous"]) => void;
}

function WrongLines({ report: { counts, errors }, kind, fileName, ambiguous, onAmbiguous }: WrongLinesProps) {
  const { t } = useTranslation("import");
  const download = () => saveFile(refusedFile(t, { name: fileName, kind }, { end: "refused", refused: errors }));
  const isRepeated = ambiguous !== "refuse" || errors.some(({ code }) => code === "clock_change");
  return (
    <div className={`${styles.problem} og-close-stack`}>
      <Problem>{t("check.wrong", { count: counts.wrong })}</Problem>
      <ul className="og-flush og-text-13 og-anywhere" style={{ paddingInlineStart: 16 }}>
        {errors.slice(0, linesShown).map((one) => (
          <li key={`${one.line} ${one.column} ${one.code}`}>
            {t("check.line", { line: one.line, why: refusedWords(t, kind, one) })}
          </li>
        ))}
        {counts.mistakes > linesShown && <li>{t("check.more", { count: counts.mistakes - linesShown })}</li>}
      </ul>
      {isRepeated && (
        <div className="og-line">
          <span id="import-ambiguous">{t("check.ambiguous")}</span>
          <SegmentedControl
            size="xs"
            aria-labelledby="import-ambiguous"
            value={ambiguous}
            onChange={(next) => onAmbiguous(next as Draft["ambiguous"])}
            data={(["refuse", "earlier", "later"] as const).map((value) => ({ value, label: t(`check.${value}`) }))}
          />
        </div>
      )}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {t("check.download")}
        </Button>
      </div>
    </div>
  );
}

function FirstRows({ report: { metrics, rows }, zone }: Pick<CheckReportProps, "report" | "zone">) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  return (
    <div>
      <h4 className="og-flush og-text-14 og-strong og-after">{t("check.rows")}</h4>
      <ScrollBox className="og-frame" label={t("check.rows")}>
        <table className={`og-table ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t("check.time")}</th>
              {metrics.map(({ metric }) => (
                <th key={metric} scope="col" className="og-amount">
                  {findMetric(metric)?.[locale] ?? metric}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map(({ at, values }) => (
              <tr key={at}>
                <td className="og-number">{formatTime(Date.parse(at), "dateTime", zone, locale)}</td>
                {values.map((value, column) => {
                  const { metric = "" } = metrics[column] ?? {};
                  return (
                    <td key={metric} className="og-amount">
                      {value === null ? "—" : exactText(value, metric, locale)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
