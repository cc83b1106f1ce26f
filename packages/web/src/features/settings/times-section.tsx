import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { ticketPriorities, type TicketPriority } from "@offgrid/contract/tickets/ticket-types";
import {
  longestSupportTime,
  type SupportTime,
  type TicketTimer,
  ticketTimers,
  timesFault,
  timeUnits,
} from "@offgrid/contract/tickets/support-hours";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useCarriedState } from "../../ui/use-carried.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

type Times = PortalSettings["data"]["ticketTimes"];
type Draft = Record<TicketPriority, Record<TicketTimer, Omit<SupportTime, "amount"> & { amount: number | undefined }>>;

/** The gravest first. */
const priorities = ticketPriorities.toReversed();
const isFine = (amount: number | undefined) =>
  amount !== undefined && Number.isInteger(amount) && amount >= 1 && amount <= longestSupportTime;
const isWhole = (draft: Draft): draft is Draft & Times =>
  priorities.every((priority) => ticketTimers.every((timer) => isFine(draft[priority][timer].amount)));
const isSame = (one: Draft | Times, other: Draft | Times) =>
  priorities.every((priority) =>
    ticketTimers.every((timer) =>
      (["amount", "unit"] as const).every((key) => one[priority][timer][key] === other[priority][timer][key]),
    ),
  );

const isThere = (draft: Draft | undefined) => draft !== undefined;

export interface TimesSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** How long the first answer and the solution of a ticket may take, by its priority. */
export function TimesSection({ settings: { data, usual }, onSave }: TimesSectionProps) {
  const { t } = useTranslation("settings");
  const saved: Draft = data.ticketTimes;
  const [typed, setTyped] = useCarriedState<Draft | undefined>("times of tickets", undefined, isThere);
  const draft = typed ?? saved;
  const save = useAct(async (times: Times) => {
    await onSave({ ticketTimes: isSame(times, usual.ticketTimes) ? null : times });
    setTyped(undefined);
  });
  const put = (next: Draft) => {
    save.forget();
    setTyped(next);
  };
  const fault = isWhole(draft) ? timesFault(draft) : undefined;
  const isDirty = !isSame(draft, saved);
  return (
    <Section title={t("times.title")}>
      <p className="og-quiet og-flush">{t("times.help")}</p>
      {priorities.map((priority) => (
        <PriorityTimes
          key={priority}
          priority={priority}
          times={draft[priority]}
          wrong={fault?.priority === priority ? fault.timer : undefined}
          onChange={(timer, time) => put({ ...draft, [priority]: { ...draft[priority], [timer]: time } })}
        />
      ))}
      <FormFailure error={save.error} />
      <div className="og-line">
        <Button
          disabled={!isDirty || !isWhole(draft) || fault !== undefined}
          loading={save.isRunning}
          onClick={() => isWhole(draft) && void save.run(draft)}
        >
          {t("save")}
        </Button>
        {!isSame(draft, usual.ticketTimes) && (
          <Button variant="subtle" onClick={() => put(usual.ticketTimes)}>
            {t("times.usual")}
          </Button>
        )}
        <FormDone text={save.isDone && !isDirty ? t("times.saved") : undefined} />
      </div>
      <LeaveGuard isDirty={isDirty && !save.isRunning} isCarried />
    </Section>
  );
}

interface PriorityProps {
  priority: TicketPriority;
  times: Draft[TicketPriority];
  /** It contradicts another time. */
  wrong: TicketTimer | undefined;
  onChange: (timer: TicketTimer, time: Draft[TicketPriority][TicketTimer]) => void;
}

function PriorityTimes({ priority, times, wrong, onChange }: PriorityProps) {
  const { t } = useTranslation(["settings", "tickets"]);
  const locale = useLocale();
  const name = t(`tickets:priorities.${priority}`);
  const errorOf = (timer: TicketTimer) => {
    if (!isFine(times[timer].amount)) return t("times.badAmount", { most: formatCount(longestSupportTime, locale) });
    return wrong === timer && t("times.less");
  };
  return (
    <fieldset className="og-flush og-close-stack" style={{ border: 0, padding: 0 }}>
      <legend className="og-strong">{name}</legend>
      <div className="og-wrap og-top">
        {ticketTimers.map((timer) => (
          <div key={timer} className="og-row og-top" style={{ gap: 8 }}>
            <NumberInput
              label={t(`times.fields.${timer}`)}
              w="8rem"
              min={1}
              max={longestSupportTime}
              allowDecimal={false}
              value={times[timer].amount ?? ""}
              error={errorOf(timer)}
              onChange={(amount) =>
                onChange(timer, { ...times[timer], amount: typeof amount === "number" ? amount : undefined })
              }
            />
            <NativeSelect
              label={t("times.unit")}
              aria-label={`${t(`times.fields.${timer}`)}, ${t("times.unit")}`}
              value={times[timer].unit}
              data={timeUnits.map((unit) => ({ value: unit, label: t(`times.units.${unit}`) }))}
              onChange={({ currentTarget }) =>
                onChange(timer, { ...times[timer], unit: currentTarget.value as SupportTime["unit"] })
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
