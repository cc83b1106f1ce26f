import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { reportConditions, reportFiles, reportKinds, reportLimits } from "@offgrid/contract/reports/report-choices";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeField } from "../../ui/time-field.tsx";

import { ApiError } from "../../core/api/api-error.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatTime } from "../../core/time.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { ZoneSelect } from "../../domain/containers/zone-select.tsx";
import { DaysField } from "../../ui/days-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { focusWrong } from "../../ui/focus-wrong.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import { PeopleField } from "./people-field.tsx";
import { PreviewButton, ReportPreview } from "./preview-button.tsx";
import {
  type DraftFault,
  type DraftProps,
  faultsOf,
  faultsOfPortal,
  freeName,
  inputOf,
  oddDayOf,
  type Placeholder,
  placeholdersOf,
  planOf,
  subjectName,
  type ReportDraft,
  languageNames,
} from "./report-draft.ts";
import { type Report, saveReport, useChartChoices, useReports } from "./reports.data.ts";
import { SubjectFields } from "./subject-fields.tsx";

interface Props {
  /** Absent: a new one. */
  report?: Report | undefined;
  /** What the form begins with. */
  initial: ReportDraft;
  onClose: () => void;
}

/** What a report is about, when it is sent, to whom and as what. */
export function ReportForm(props: Props) {
  const { report, onClose } = props;
  const { t } = useTranslation("reports");
  const [shown, setPreview] = useState<"unseen" | "open" | "seen">("unseen");
  const { fields, faults, save, check } = useReportDraft(props);
  const { draft } = fields;
  if (shown === "open") {
    const close = () => setPreview("seen");
    return (
      <LaterDialog onClose={close}>
        <ReportPreview plan={planOf(draft)} back={t("preview.back")} onClose={close} />
      </LaterDialog>
    );
  }
  return (
    <FormDialog
      title={report ? t("form.edit", { name: report.plan.name }) : t("form.new")}
      send={t("form.save")}
      isSending={save.isRunning}
      failure={faults.length === 0 && <FormFailure error={save.error} />}
      onSend={(form) => check(form) && void save.run(form)}
      onClose={onClose}
    >
      <WhatFields {...fields} />
      <PeopleField {...fields} known={report?.people ?? []} />
      <WhenFields {...fields} />
      <HowFields {...fields} />
      <div>
        <PreviewButton
          hasFocus={shown === "seen"}
          // To whom it goes is not in it.
          onClick={({ currentTarget }) => check(currentTarget.form, ["people"]) && setPreview("open")}
        />
      </div>
    </FormDialog>
  );
}

/** What is written, and what is wrong with it. */
function useReportDraft({ report, initial, onClose }: Props) {
  const { t } = useTranslation("reports");
  const [written, setDraft] = useState(initial);
  const others = useOtherNames(report);
  const subject = freeName(useSubjectName(written), others);
  // A new one is called as what it is about, until somebody types another name.
  const [isNamed, setNamed] = useState(report !== undefined);
  const draft = isNamed ? written : { ...written, name: subject };
  const placeholders = usePlaceholders(draft);
  const [faults, setFaults] = useState<readonly DraftFault[]>([]);
  const mark = (found: readonly DraftFault[], form: HTMLElement | null) => {
    setFaults(found);
    if (found.length > 0) focusWrong(form);
  };
  const save = useAct(async (form: HTMLElement) => {
    try {
      await saveReport(inputOf(draft, report));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.fields) mark(faultsOfPortal(Object.keys(error.fields)), form);
      throw error;
    }
  });
  /** @returns whether nothing is wrong; otherwise whoever asks is taken to the first field that is. */
  const check = (form: HTMLElement | null, except: readonly DraftFault[] = []) => {
    const found = faultsOf(draft, placeholders, others).filter((fault) => !except.includes(fault));
    mark(found, form);
    save.forget();
    return found.length === 0;
  };
  const onSet = (change: Partial<ReportDraft>) => {
    if (change.name !== undefined) setNamed(true);
    setDraft({ ...written, ...change });
  };
  const faultAt = (fault: DraftFault) => (faults.includes(fault) ? t(`fault.${fault}`) : undefined);
  return { fields: { draft, placeholders, faultAt, onSet }, faults, save, check };
}

/** What stands for a container or cluster in the chart that it is about. */
function usePlaceholders({ kind, chartId }: ReportDraft): ReadonlySet<Placeholder> {
  const chart = useChartChoices()?.find(({ id }) => id === chartId);
  return placeholdersOf(kind === "chart" ? chart?.definition.series : []);
}

/** What one's other reports are called. */
function useOtherNames(report: Report | undefined): string[] {
  const { data: all = [] } = useReports();
  return all.filter(({ id }) => id !== report?.id).map(({ plan }) => plan.name);
}

function useSubjectName(draft: ReportDraft): string {
  const { t } = useTranslation("reports");
  const charts = useChartChoices()?.map(({ id, definition }) => ({ id, name: definition.name }));
  return subjectName(draft, { charts, containers: useContainerChoices() }) ?? t(`kind.${draft.kind}`);
}

function WhatFields(fields: DraftProps) {
  const { t } = useTranslation("reports");
  const { draft, faultAt, onSet } = fields;
  return (
    <>
      <NativeSelect
        label={t("form.kind")}
        value={draft.kind}
        data={reportKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={({ currentTarget }) => onSet({ kind: currentTarget.value as ReportDraft["kind"] })}
      />
      <SubjectFields {...fields} />
      <TextInput
        label={t("form.name")}
        maxLength={reportLimits.nameLength}
        value={draft.name}
        error={faultAt("name") ?? faultAt("taken")}
        onChange={({ currentTarget }) => onSet({ name: currentTarget.value })}
      />
    </>
  );
}

const repeats = ["day", "week", "month"] as const;

const daysOfMonth = Array.from({ length: 31 }, (_, index) => String(index + 1));

function WhenFields({ draft, faultAt, onSet }: DraftProps) {
  const { t } = useTranslation("reports");
  return (
    <>
      <NativeSelect
        label={t("form.repeat")}
        value={draft.repeat}
        data={repeats.map((value) => ({ value, label: t(`repeat.${value}`) }))}
        onChange={({ currentTarget }) => onSet({ repeat: currentTarget.value as ReportDraft["repeat"] })}
      />
      {draft.repeat === "week" && (
        <DaysField
          legend={t("form.days")}
          days={draft.days}
          error={faultAt("days")}
          onChange={(days) => onSet({ days })}
        />
      )}
      {draft.repeat === "month" && (
        <NativeSelect
          label={t("form.day")}
          description={t("form.dayHelp")}
          data={daysOfMonth}
          value={String(draft.day)}
          onChange={({ currentTarget }) => onSet({ day: Number(currentTarget.value) })}
        />
      )}
      <TimeField
        label={t("form.time")}
        value={draft.time}
        error={faultAt("time")}
        onChange={(time) => onSet({ time })}
      />
      <OddDayNote draft={draft} />
      <ZoneSelect
        words={{ label: t("form.zone"), help: t("form.zoneHelp"), unknown: t("form.zoneUnknown"), clear: "" }}
        value={draft.zone}
        onChange={(zone) => onSet({ zone })}
      />
    </>
  );
}

/** Where clocks will not show the time of a report exactly once: what then happens. */
function OddDayNote({ draft }: Pick<DraftProps, "draft">) {
  const { t } = useTranslation("reports");
  const locale = useLocale();
  const now = useTick();
  const odd = oddDayOf(draft, now);
  if (!odd) return null;
  const [date, time] = (["date", "time"] as const).map((shape) => formatTime(odd.atMs, shape, draft.zone, locale));
  return (
    <p className="og-note og-flush" role="status">
      {t(`form.odd.${odd.how}`, { date, time })}
    </p>
  );
}

function HowFields({ draft, onSet }: DraftProps) {
  const { t } = useTranslation("reports");
  return (
    <>
      <NativeSelect
        label={t("form.language")}
        value={draft.language}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => onSet({ language: currentTarget.value as ReportDraft["language"] })}
      />
      <Checkbox.Group
        label={t("form.files")}
        description={t("form.filesHelp")}
        value={draft.files}
        onChange={(files) => onSet({ files: reportFiles.filter((one) => files.includes(one)) })}
      >
        <div className="og-wrap" style={{ marginTop: 8, gap: 16 }}>
          {reportFiles.map((one) => (
            <Checkbox key={one} value={one} label={t(`file.${one}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t("form.condition")}
        value={draft.condition}
        data={reportConditions.map((value) => ({ value, label: t(`condition.${value}`) }))}
        onChange={({ currentTarget }) => onSet({ condition: currentTarget.value as ReportDraft["condition"] })}
      />
    </>
  );
}
