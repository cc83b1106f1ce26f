import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { reportConditions, reportFiles, reportKinds, reportLimits } from "@offgrid/contract/reports/report-choices";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeField } from "../../ui/time-field.tsx";

import { ApiError } from "../../core/api/api-error.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatTime } from "../../core/time.ts";
import { ZoneSelect } from "../../domain/containers/zone-select.tsx";
import { DaysField } from "../../ui/days-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
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
  inputOf,
  oddDayOf,
  planOf,
  type ReportDraft,
  languageNames,
} from "./report-draft.ts";
import { type Report, saveReport } from "./reports.data.ts";
import { SubjectFields } from "./subject-fields.tsx";

interface Props {
  /** Absent: a new one. */
  report?: Report | undefined;
  /** What the form begins with. */
  initial: ReportDraft;
  onClose: () => void;
}

/** What a report is about, when it is sent, to whom and as what. */
export function ReportForm({ report, initial, onClose }: Props) {
  const { t } = useTranslation("reports");
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<readonly DraftFault[]>([]);
  const [shown, setPreview] = useState<"unseen" | "open" | "seen">("unseen");
  const save = useAct(async () => {
    try {
      await saveReport(inputOf(draft, report));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(faultsOfPortal(Object.keys(error.fields)));
      throw error;
    }
  });
  const send = () => {
    const found = faultsOf(draft);
    setFaults(found);
    save.forget();
    if (found.length === 0) void save.run();
  };
  // To whom it goes is not in it.
  const preview = () => {
    const found = faultsOf(draft).filter((fault) => fault !== "people");
    setFaults(found);
    save.forget();
    if (found.length === 0) setPreview("open");
  };
  const faultAt = (fault: DraftFault) => (faults.includes(fault) ? t(`fault.${fault}`) : undefined);
  const fields = { draft, faultAt, onSet: (change: Partial<ReportDraft>) => setDraft({ ...draft, ...change }) };
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
      onSend={send}
      onClose={onClose}
    >
      <WhatFields {...fields} />
      <PeopleField {...fields} known={report?.people ?? []} />
      <WhenFields {...fields} />
      <HowFields {...fields} />
      <div>
        <PreviewButton hasFocus={shown === "seen"} onClick={preview} />
      </div>
    </FormDialog>
  );
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
        error={faultAt("name")}
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
