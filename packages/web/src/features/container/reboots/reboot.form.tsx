import { Switch } from "@mantine/core";
import { clockTime } from "@offgrid/contract/core/moments";
import { nextReboot, type RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import type { RebootSchedule } from "@offgrid/contract/reboots/reboots.calls";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { DaysField } from "../../../ui/days-field.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { TimeField } from "../../../ui/time-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useBothClocks } from "./reboot-standing.tsx";

export interface RebootFormProps {
  schedule: RebootSchedule;
  now: number;
  ownZone: string;
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  onSave: (plan: RebootPlan) => Promise<unknown>;
}

/** Offered where nobody has planned anything: when least happens. */
const usual: RebootPlan = { enabled: false, days: [7], time: "03:30" };

/** On which days and when a controller restarts by itself. */
export function RebootForm({ schedule, now, ownZone, obstacle, onSave }: RebootFormProps) {
  const { t } = useTranslation("reboots");
  const before = schedule.wanted?.setting ?? usual;
  const [typed, setTyped] = useState<Partial<RebootPlan>>({});
  const [isChecked, setChecked] = useState(false);
  const save = useAct(onSave);
  const time = useBothClocks(schedule.zoneName, ownZone);
  const plan = { ...before, ...typed };
  const wrong = { days: plan.days.length === 0, time: !clockTime.test(plan.time) };
  const isRight = !wrong.days && !wrong.time;
  const isDirty = JSON.stringify(planOf(plan)) !== JSON.stringify(planOf(before));
  const nextMs = isRight ? nextReboot(plan, schedule.zoneName, now) : undefined;
  const change = (next: Partial<RebootPlan>) => {
    setTyped({ ...typed, ...next });
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isRight && (await save.run(planOf(plan)))) {
      setTyped({});
      setChecked(false);
    }
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <Switch
        label={t("enabled")}
        checked={plan.enabled}
        onChange={({ currentTarget: { checked } }) => change({ enabled: checked })}
      />
      <DaysField
        legend={t("days")}
        days={plan.days}
        error={isChecked && wrong.days ? t("wrong.days") : undefined}
        onChange={(days) => change({ days })}
      />
      <TimeField
        style={{ maxWidth: 260 }}
        label={t("time")}
        description={t("timeHelp", { zone: schedule.zoneName })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={plan.time}
        error={isChecked && wrong.time && t("wrong.time")}
        onChange={(time) => change({ time })}
      />
      {isDirty && nextMs !== undefined && <p className="og-note">{t("wouldBe", { at: time(nextMs) })}</p>}
      {obstacle !== undefined && <p className="og-note">{obstacle}</p>}
      <FormFoot
        send={t("save")}
        done={t("saved")}
        isDisabled={!isDirty || obstacle !== undefined}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}

function planOf({ enabled, days, time }: RebootPlan): RebootPlan {
  return { enabled, days: days.toSorted((one, other) => one - other), time };
}
