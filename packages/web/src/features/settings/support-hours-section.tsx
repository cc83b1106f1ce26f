import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ZoneSelect } from "../../domain/containers/zone-select.tsx";
import { DaysField } from "../../ui/days-field.tsx";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useCarriedState } from "../../ui/use-carried.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

type Hours = PortalSettings["data"]["supportHours"];

const timeOf = (minute: number) =>
  minute >= 24 * 60
    ? "23:59"
    : `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
/** Undefined: none is typed. The last minute of a day means its end. */
function minuteOf(time: string): number | undefined {
  const [hours, minutes] = time.split(":").map(Number);
  if (hours === undefined || minutes === undefined) return undefined;
  return time === "23:59" ? 24 * 60 : hours * 60 + minutes;
}

const isSome = (typed: object) => Object.keys(typed).length > 0;

export interface SupportHoursSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** When tickets are answered: the times that they may take are counted in these hours. */
export function SupportHoursSection({ settings: { data, usual }, onSave }: SupportHoursSectionProps) {
  const { t } = useTranslation("settings");
  const { zone, weekdays, fromMinute, toMinute } = data.supportHours;
  const saved = { zone, weekdays, from: timeOf(fromMinute), to: timeOf(toMinute) };
  const [typed, setTyped] = useCarriedState<Partial<typeof saved>>("support hours", {}, isSome);
  const draft = { ...saved, ...typed };
  const [from, to] = [minuteOf(draft.from), minuteOf(draft.to)];
  const save = useAct(async (hours: Hours) => {
    await onSave({ supportHours: JSON.stringify(hours) === JSON.stringify(usual.supportHours) ? null : hours });
    setTyped({});
  });
  const set = (change: Partial<typeof saved>) => {
    save.forget();
    setTyped({ ...typed, ...change });
  };
  const help = { help: t("hours.fields.zoneHelp"), unknown: t("hours.zoneUnknown"), clear: "" };
  const zoneWords = { label: t("hours.fields.zone"), ...help };
  const isOrdered = from !== undefined && to !== undefined && from < to;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);
  const isEmpty = draft.weekdays.length === 0;
  return (
    <Section title={t("hours.title")}>
      <p className="og-quiet og-flush">{t("hours.help")}</p>
      <DaysField
        legend={t("hours.fields.days")}
        days={draft.weekdays}
        error={isEmpty ? t("hours.noDay") : undefined}
        onChange={(days) => set({ weekdays: days })}
      />
      <div className="og-line">
        <TimeField label={t("hours.fields.from")} value={draft.from} onChange={(time) => set({ from: time })} />
        <TimeField
          label={t("hours.fields.to")}
          value={draft.to}
          error={!isOrdered && t("hours.order")}
          onChange={(time) => set({ to: time })}
        />
      </div>
      <ZoneSelect words={zoneWords} value={draft.zone} onChange={(name) => set({ zone: name })} />
      <FormFailure error={save.error} />
      <div className="og-line">
        <Button
          disabled={!isDirty || !isOrdered || isEmpty}
          loading={save.isRunning}
          onClick={() =>
            isOrdered && void save.run({ zone: draft.zone, weekdays: draft.weekdays, fromMinute: from, toMinute: to })
          }
        >
          {t("save")}
        </Button>
        <FormDone text={save.isDone && !isDirty ? t("hours.saved") : undefined} />
      </div>
      <LeaveGuard isDirty={isDirty && !save.isRunning} isCarried />
    </Section>
  );
}
