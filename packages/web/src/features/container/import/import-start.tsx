import { Button, SegmentedControl } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { addCalendar, formatTime, isoDay, parseIsoDay } from "../../../core/time.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DateField } from "../../../ui/date-field.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { FileReport, ImportPlan } from "./import.data.ts";
import styles from "./import.module.css";

export interface ImportStartProps {
  container: string;
  fileName: string;
  zone: string;
  report: FileReport;
  plan: ImportPlan;
  /** Nothing may be started: the report is not of this plan, or there is no connection. */
  isBlocked: boolean;
  onStart: (plan: ImportPlan) => Promise<void>;
}

/** Starts the import: by default nothing that is there changes; a correction is chosen, and confirmed. */
export function ImportStart({ container, fileName, zone, report, plan, isBlocked, onStart }: ImportStartProps) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const [how, setHow] = useState<How>("add");
  const [chosen, setDays] = useState<Days>();
  const [isAsked, setAsked] = useState(false);
  const start = useAct(onStart);
  const { counts, from, to } = report;
  const isClean = counts.wrong + counts.early === 0 || plan.leaveOut === true;
  if (counts.good === 0 || from === null || to === null) return <p className="og-flush">{t("check.nothing")}</p>;
  const whole = { from: isoDay(Date.parse(from), zone), to: isoDay(Date.parse(to), zone) };
  const days = chosen ?? whole;
  const fromMs = parseIsoDay(days.from, zone) ?? 0;
  const toMs = addCalendar(parseIsoDay(days.to, zone) ?? 0, 1, "day", zone);
  const metrics = plan.mapping.columns.map(({ metric }) => metric);
  const replace = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), metrics };
  const isReady = isClean && !isBlocked && !start.isRunning;
  const day = (ms: number) => formatTime(ms, "date", zone, locale);
  const confirm = async () => {
    if (await start.run({ ...plan, replace })) setAsked(false);
  };
  const names = metrics.map((metric) => findMetric(metric)?.[locale] ?? metric).join(", ");
  return (
    <div className="og-stack">
      <HowField {...{ how, days, zone }} stored={report.stored} onHow={setHow} onDays={setDays} />
      {!isAsked && <FormFailure error={start.error} />}
      {!isClean && <p className="og-note">{t("go.blocked")}</p>}
      <div>
        {how === "add" ? (
          <Button loading={start.isRunning} disabled={!isReady} onClick={() => void start.run(plan)}>
            {t("go.import", { count: counts.good })}
          </Button>
        ) : (
          <Button color="red" variant="outline" disabled={!isReady} onClick={() => setAsked(true)}>
            {t("go.replace")}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t("go.confirmTitle", { container })}
          confirm={t("go.confirmAct")}
          isRunning={start.isRunning}
          error={start.error}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          {t("go.confirm", { from: day(fromMs), to: day(toMs - 1), file: fileName, metrics: names })}
        </ConfirmDialog>
      )}
    </div>
  );
}

type How = "add" | "replace";
interface Days {
  from: string;
  to: string;
}

interface HowFieldProps extends Pick<ImportStartProps, "zone"> {
  stored: FileReport["stored"];
  how: How;
  days: Days;
  onHow: (how: How) => void;
  onDays: (days: Days) => void;
}

/** What becomes of readings that are there: they stay, or those of some days are replaced. */
function HowField({ how, days, zone, stored, onHow, onDays }: HowFieldProps) {
  const { t } = useTranslation("import");
  return (
    <div className="og-close-stack">
      <span className="og-strong" id="import-how">
        {t("how.title")}
      </span>
      <StoredNote stored={stored} zone={zone} />
      <div>
        <SegmentedControl
          aria-labelledby="import-how"
          value={how}
          onChange={(next) => onHow(next as How)}
          data={(["add", "replace"] as const).map((value) => ({ value, label: t(`how.${value}`) }))}
        />
      </div>
      <p className="og-note">{t(`how.${how}Help`)}</p>
      {how === "replace" && (
        <div className="og-line">
          <DateField
            label={t("how.from")}
            value={days.from}
            max={days.to}
            onChange={(from) => onDays({ ...days, from })}
          />
          <DateField label={t("how.to")} value={days.to} min={days.from} onChange={(to) => onDays({ ...days, to })} />
        </div>
      )}
    </div>
  );
}

/** How much of the file is here already, and how much of that is otherwise. */
function StoredNote({ stored, zone }: Pick<HowFieldProps, "stored" | "zone">) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  if (stored === null) return <p className="og-note">{t("how.unknown")}</p>;
  const { same, differing, from, to } = stored;
  const at = (instant: string) => formatTime(Date.parse(instant), "dateTime", zone, locale);
  return (
    <>
      {differing > 0 && from !== null && to !== null && (
        <p className={`${styles.problem} og-flush og-line`}>
          <IconAlertTriangle size={18} color="var(--og-amber)" aria-hidden />
          <span className="og-strong">
            {from === to
              ? t("how.differsAt", { count: differing, at: at(from) })
              : t("how.differs", { count: differing, from: at(from), to: at(to) })}
          </span>
        </p>
      )}
      {differing === 0 && <p className="og-note">{t(same > 0 ? "how.same" : "how.none", { count: same })}</p>}
      {differing > 0 && same > 0 && <p className="og-note">{t("how.alsoSame", { count: same })}</p>}
    </>
  );
}
