import { Button, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { Async } from "../../../ui/async.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { CheckReport } from "./check-report.tsx";
import { ColumnTable } from "./column-table.tsx";
import { FormatFields } from "./format-fields.tsx";
import { type Draft, draftOf, lackOf, planOf } from "./import-draft.ts";
import { type Choice, replaceOf } from "./import-choice.ts";
import { type FileReport, type ImportPlan, type OpenedFile, uploadFaultOf, useFileReport } from "./import.data.ts";
import styles from "./import.module.css";
import { ImportStart } from "./import-start.tsx";

export interface OpenedFileCardProps {
  containerId: string;
  container: string;
  zone: string;
  file: OpenedFile;
  isOffline: boolean;
  /** Reads another sheet; absent: the file is not at hand any more. */
  onSheet: ((sheet: number) => Promise<void>) | undefined;
  onStart: (plan: ImportPlan) => Promise<void>;
  onRemove: () => Promise<void>;
}

/** While someone types or chooses, the file is not read for every key. */
const restMs = 400;

/** An uploaded file before its import: what its columns are, how it is written, and what that makes of it. */
export function OpenedFileCard(props: OpenedFileCardProps) {
  const { containerId, container, zone, file, isOffline, onSheet, onStart, onRemove } = props;
  const { t } = useTranslation("import");
  const [draft, setDraft] = useState<Draft>(() => draftOf(file.mapping));
  const plan = useMemo(() => planOf(draft, file.columns), [draft, file.columns]);
  const [settled] = useDebouncedValue(plan, restMs);
  const report = useFileReport(containerId, file.importId, settled);
  const lack = lackOf(draft);
  const kind = t(`kind.${file.kind}`);
  const isOfPlan = settled === plan && !report.isPlaceholderData && !report.isFetching && !report.error;
  return (
    <div className="og-stack">
      <div className="og-head">
        <div className="og-words">
          <h3 className="og-title og-anywhere">{file.name}</h3>
          <span className="og-note">{t("open.facts", { kind, count: file.lines })}</span>
          <span className="og-note">{t(file.isRemembered ? "open.remembered" : "open.guessed")}</span>
        </div>
        <RemoveFile name={file.name} onRemove={onRemove} />
      </div>
      {file.sheets.length > 1 && <SheetField file={file} onSheet={onSheet} />}
      <div>
        <h4 className="og-flush og-text-14 og-strong og-after">{t("columns.title")}</h4>
        <ColumnTable columns={file.columns} draft={draft} onChange={setDraft} />
      </div>
      <FormatFields file={file} draft={draft} zone={zone} found={report.data?.dialect} onChange={setDraft} />
      <section className="og-close-stack" aria-label={t("check.title")}>
        <h4 className="og-flush og-text-14 og-strong og-after">{t("check.title")}</h4>
        {lack && <p className="og-flush">{t(`check.${lack}`)}</p>}
        {!lack && <ReportFailure error={report.error} />}
        {!lack && plan && !isFaultOfPlan(report.error) && (
          <Async of={report} height={160}>
            {(data) => (
              <div className="og-stack">
                <CheckReport
                  report={data}
                  kind={file.kind}
                  fileName={file.name}
                  zone={zone}
                  draft={draft}
                  onChange={setDraft}
                />
                <Start
                  {...{ containerId, container, zone, file, plan, onStart }}
                  report={data}
                  isBlocked={isOffline || !isOfPlan}
                />
              </div>
            )}
          </Async>
        )}
      </section>
    </div>
  );
}

interface StartProps extends Pick<OpenedFileCardProps, "containerId" | "container" | "zone" | "file" | "onStart"> {
  report: FileReport;
  plan: ImportPlan;
  isBlocked: boolean;
}

/** What a correction would replace is counted once one is chosen: that reads all of its days. */
function Start({ containerId, file, ...props }: StartProps) {
  const [choice, setChoice] = useState<Choice>({ how: "add", beyond: false });
  const { plan, report, zone } = props;
  const replace = replaceOf(choice, report, { zone, plan });
  const counted = useFileReport(
    containerId,
    file.importId,
    replace && { ...plan, replace: { ...replace, beyond: false } },
  );
  const replacing = { ...counted, data: counted.isPlaceholderData ? undefined : counted.data?.replacing };
  return (
    <ImportStart
      {...{ ...props, choice, replacing }}
      fileName={file.name}
      problem={isFaultOfPlan(counted.error) ? <ReportFailure error={counted.error} /> : undefined}
      onChoice={setChoice}
    />
  );
}

const faults = ["mapping.time", "mapping.decimal", "mapping.columns", "file", "replace"] as const;

function faultOf(error: Error | null): (typeof faults)[number] | undefined {
  if (!(error instanceof ApiError) || error.code !== "bad_input") return undefined;
  const fields = Object.keys(error.fields ?? {});
  return faults.find((fault) => fields.some((field) => field.startsWith(fault)));
}

/** Is it the choices that are wrong, and not the connection? */
function isFaultOfPlan(error: Error | null): boolean {
  return faultOf(error) !== undefined;
}

function ReportFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation("import");
  const fault = uploadFaultOf(error) ?? faultOf(error);
  if (!fault) return null;
  return (
    <p className={`${styles.problem} og-flush`} role="alert">
      {t(`fault.${fault}`)}
    </p>
  );
}

function SheetField({ file, onSheet }: Pick<OpenedFileCardProps, "file" | "onSheet">) {
  const { t } = useTranslation("import");
  const change = useAct(onSheet ?? (() => Promise.resolve()));
  return (
    <NativeSelect
      label={t("open.sheet")}
      maw={320}
      value={String(file.sheet)}
      disabled={onSheet === undefined || change.isRunning}
      onChange={(event) => void change.run(Number(event.currentTarget.value))}
    >
      {file.sheets.map((name, place) => (
        <option key={name} value={place}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

function RemoveFile({ name, onRemove }: { name: string; onRemove: () => Promise<void> }) {
  const { t } = useTranslation("import");
  const [isAsked, setAsked] = useState(false);
  const remove = useAct(onRemove);
  return (
    <>
      <Button variant="default" size="compact-sm" h={32} onClick={() => setAsked(true)}>
        {t("open.remove")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t("remove.title", { name })}
          confirm={t("remove.act")}
          isRunning={remove.isRunning}
          error={remove.error}
          onConfirm={() => void remove.run()}
          onClose={() => setAsked(false)}
        >
          {t("remove.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
