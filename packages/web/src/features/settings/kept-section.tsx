import { TextInput } from "@mantine/core";
import { contradiction, keptDays } from "@offgrid/contract/settings/setting-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { formatCount } from "../../core/format.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatTime, startOf } from "../../core/time.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

const dayMs = 86_400_000;
const names = ["rawDays", "rollupDays", "eventDays", "notificationDays", "auditDays"] as const;
type KeptName = (typeof names)[number];
type Kept = Record<KeptName, number>;

const fewestOf = (name: KeptName) => (name === "auditDays" ? keptDays.fewestOfAudit : keptDays.fewest);
/** Spaces and commas are how people group digits. */
const daysIn = (text: string) => Number(text.replaceAll(/[\s\u00a0\u202f,.]/g, "") || Number.NaN);
const isFine = (name: KeptName, days: number) =>
  Number.isInteger(days) && days >= fewestOf(name) && days <= keptDays.most;
const field = (name: KeptName) => z.string().check(z.refine((text) => isFine(name, daysIn(text))));
const keptForm = z.object({
  rawDays: field("rawDays"),
  rollupDays: field("rollupDays"),
  eventDays: field("eventDays"),
  notificationDays: field("notificationDays"),
  auditDays: field("auditDays"),
});

/** What is too old is deleted by whole months, of which every day is too old. @returns epoch ms */
const lostBefore = (days: number, nowMs: number) => startOf("month", nowMs - (days + 1) * dayMs, "UTC");

const keptIn = (typed: Record<KeptName, string>): Kept =>
  Object.fromEntries(names.map((name) => [name, daysIn(typed[name])])) as Kept;

export interface KeptSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** How long what is kept. What would be deleted is asked about first. */
export function KeptSection(props: KeptSectionProps) {
  const { usual } = props.settings;
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const now = useTick();
  const { form, wrong, asked, reply } = useKeptForm(props);
  const say = (name: KeptName) => {
    const { error, ...input } = form.field(name);
    const range = { fewest: fewestOf(name), most: formatCount(keptDays.most, locale) };
    return { ...input, error: error ? t("kept.badDays", range) : wrong === name && t(`kept.against.${wrong}`) };
  };
  return (
    <Section title={t("kept.title")}>
      <p className="og-quiet og-flush">{t("kept.help")}</p>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={t(`kept.fields.${name}`)}
            description={t("kept.usual", { days: formatCount(usual[name], locale) })}
            inputMode="numeric"
            autoComplete="off"
            rightSection={<span className="og-quiet">{t("kept.days")}</span>}
            rightSectionWidth={64}
            {...say(name)}
          />
        ))}
        <FormFoot form={form} send={t("save")} done={t("kept.saved")} />
      </form>
      {asked && (
        <ConfirmDialog
          title={t("kept.askTitle")}
          confirm={t("kept.ask")}
          onConfirm={() => reply(true)}
          onClose={() => reply(false)}
        >
          <ul>
            {asked.map(({ name, days }) => (
              <li key={name}>
                {t(`kept.loses.${name}`, { date: formatTime(lostBefore(days, now), "date", "UTC", locale) })}
              </li>
            ))}
          </ul>
          {t("kept.askText")}
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface Asked {
  shorter: readonly { name: KeptName; days: number }[];
  answer: (isMeant: boolean) => void;
}

function useKeptForm({ settings: { data, usual }, onSave }: KeptSectionProps) {
  const [asked, setAsked] = useState<Asked>();
  const [wrong, setWrong] = useState<ReturnType<typeof contradiction>>();
  const form = useCallForm({
    schema: keptForm,
    values: Object.fromEntries(names.map((name) => [name, String(data[name])])) as Record<KeptName, string>,
    send: async (typed) => {
      const kept = keptIn(typed);
      const against = contradiction(kept);
      setWrong(against);
      if (against) throw new NotSent();
      const shorter = names.filter((name) => kept[name] < data[name]).map((name) => ({ name, days: kept[name] }));
      const isMeant = shorter.length === 0 || (await new Promise<boolean>((answer) => setAsked({ shorter, answer })));
      if (!isMeant) throw new NotSent();
      await onSave(Object.fromEntries(names.map((name) => [name, kept[name] === usual[name] ? null : kept[name]])));
    },
  });
  const reply = (isMeant: boolean) => {
    asked?.answer(isMeant);
    setAsked(undefined);
  };
  const error = form.error instanceof NotSent ? undefined : form.error;
  return { form: { ...form, error }, wrong, asked: asked?.shorter, reply };
}

/** Nothing was sent: the form says why beside a field, or was told not to. */
class NotSent extends Error {}
