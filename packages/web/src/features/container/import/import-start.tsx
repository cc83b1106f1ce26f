import { Button, SegmentedControl } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DateField } from "../../../ui/date-field.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { Differences } from "./differences.tsx";
import { type Choice, type Days, type Replacing, daysOf, replaceOf } from "./import-choice.ts";
import type { FileReport, ImportPlan } from "./import.data.ts";
import styles from "./import.module.css";
import { ReplacingNote, ReplacingWords } from "./replacing-note.tsx";

export interface ImportStartProps {
  container: string;
  fileName: string;
  zone: string;
  report: FileReport;
  plan: ImportPlan;
  choice: Choice;
  /** What a correction would replace, as it is being counted. */
  replacing: Pending<Replacing | null>;
  /** Why these days cannot be corrected, in place of the count. */
  problem?: ReactNode;
  /** Nothing may be started: the report is not of this plan, or there is no connection. */
  isBlocked: boolean;
  onChoice: (choice: Choice) => void;
  onStart: (plan: ImportPlan) => Promise<void>;
}

/** Starts the import: by default nothing that is there changes; a correction is chosen, and confirmed. */
export function ImportStart(props: ImportStartProps) {
  const { report, plan, choice, replacing, zone, isBlocked, onStart } = props;
  const { t } = useTranslation("import");
  const [isAsked, setAsked] = useState(false);
  const start = useAct(onStart);
  const { counts } = report;
  const isClean = counts.wrong + counts.early === 0 || plan.leaveOut === true;
  const days = daysOf(choice, report, zone);
  if (counts.good === 0 || !days) return <p className="og-flush">{t("check.nothing")}</p>;
  const replace = replaceOf(choice, report, { zone, plan });
  const isReady = isClean && !isBlocked && !start.isRunning;
  const isIdle = choice.how === "add" && report.stored?.hasNew === false;
  const isCounted = replacing.data !== undefined && !replacing.isFetching && !replacing.error;
  const isAny = replacing.data?.from !== null || choice.beyond;
  const confirm = async () => {
    if (await start.run({ ...plan, replace })) setAsked(false);
  };
  return (
    <div className="og-stack">
      <HowField {...props} days={days} />
      {!isAsked && <FormFailure error={start.error} />}
      {!isClean && !isIdle && <p className="og-note">{t("go.blocked")}</p>}
      <div>
        {choice.how === "add" && !isIdle && (
          <Button loading={start.isRunning} disabled={!isReady} onClick={() => void start.run(plan)}>
            {t("go.import", { count: counts.good })}
          </Button>
        )}
        {choice.how === "replace" && (
          <Button
            color="red"
            variant="outline"
            disabled={!isReady || !isCounted || !isAny}
            onClick={() => setAsked(true)}
          >
            {t("go.replace")}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t("go.confirmTitle", { container: props.container })}
          confirm={t("go.confirmAct")}
          isRunning={start.isRunning}
          error={start.error}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <Consequence {...props} />
        </ConfirmDialog>
      )}
    </div>
  );
}

function Consequence({ replacing, plan, choice, zone, fileName }: ImportStartProps) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const metrics = plan.mapping.columns.map(({ metric }) => findMetric(metric)?.[locale] ?? metric).join(", ");
  return (
    <div className="og-close-stack">
      <ReplacingWords replacing={replacing.data ?? null} zone={zone} beyond={choice.beyond} />
      <p className="og-flush og-anywhere">{t("go.confirm", { file: fileName, metrics })}</p>
    </div>
  );
}

/** What becomes of readings that are there: they stay, or those of some days are replaced. */
function HowField({ choice, days, zone, report, replacing, problem, onChoice }: ImportStartProps & { days: Days }) {
  const { t } = useTranslation("import");
  const { how, beyond } = choice;
  const onDays = (next: Days) => onChoice({ ...choice, days: next });
  return (
    <div className="og-close-stack">
      <span className="og-strong" id="import-how">
        {t("how.title")}
      </span>
      {/* Of the whole file; what a correction of some days does is counted below. */}
      {how === "add" && <StoredNote stored={report.stored} zone={zone} />}
      <div>
        <SegmentedControl
          aria-labelledby="import-how"
          value={how}
          onChange={(next) => onChoice({ ...choice, how: next as Choice["how"] })}
          data={(["add", "replace"] as const).map((value) => ({ value, label: t(`how.${value}`) }))}
        />
      </div>
      <p className="og-note">{t(`how.${how}Help`)}</p>
      {how === "replace" && (
        <>
          <div className="og-line">
            <DateField
              label={t("how.from")}
              value={days.from}
              max={days.to}
              onChange={(from) => onDays({ ...days, from })}
            />
            <DateField label={t("how.to")} value={days.to} min={days.from} onChange={(to) => onDays({ ...days, to })} />
          </div>
          {problem ?? (
            <Async of={replacing} height={64}>
              {(data) => (
                <ReplacingNote
                  {...{ zone, beyond }}
                  replacing={data}
                  onBeyond={(next) => onChoice({ ...choice, beyond: next })}
                />
              )}
            </Async>
          )}
        </>
      )}
    </div>
  );
}

/** How much of the file is here already, and how much of that is otherwise. */
function StoredNote({ stored, zone }: Pick<FileReport, "stored"> & { zone: string }) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  if (stored === null) return <p className="og-note">{t("how.unknown")}</p>;
  const { same, differing, hasNew, from, to, metrics } = stored;
  const at = (instant: string) => formatTime(Date.parse(instant), "dateTime", zone, locale);
  return (
    <>
      {differing > 0 && from !== null && to !== null && (
        <p className={`${styles.problem} og-row og-top og-flush`}>
          <IconAlertTriangle className="og-fixed" size={18} color="var(--og-amber)" aria-hidden />
          <span className="og-strong">
            {from === to
              ? t("how.differsAt", { count: differing, at: at(from) })
              : t("how.differs", { count: differing, from: at(from), to: at(to) })}
          </span>
        </p>
      )}
      {metrics.length > 0 && <Differences metrics={metrics} zone={zone} />}
      {differing === 0 && <p className="og-note">{t(same > 0 ? "how.same" : "how.none", { count: same })}</p>}
      {differing > 0 && same > 0 && <p className="og-note">{t("how.alsoSame", { count: same })}</p>}
      {!hasNew && <p className="og-flush og-strong">{t("how.nothingNew")}</p>}
    </>
  );
}
