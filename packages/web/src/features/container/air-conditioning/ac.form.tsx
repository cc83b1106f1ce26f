import { Switch, TextInput } from "@mantine/core";
import { type AcPlan, hoursAWeek } from "@offgrid/contract/air-conditioning/ac-plan";
import type { AcMode } from "@offgrid/contract/devices/ac-setting";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { mergeFields, type Seen, useSettingDraft } from "../configuration/setting-draft.ts";
import { type AcFaults, type PlanTexts, readPlan, textsOfPlan } from "./ac-input.ts";
import { HoursField } from "./hours-field.tsx";
import { RunFields } from "./run-fields.tsx";

export interface AcFormProps {
  /** What is wanted; null: nothing was ever set. */
  plan: AcPlan | null;
  modes: readonly AcMode[];
  /** The versions of `plan`. */
  seen: Seen;
  /** It was not delivered, and can be saved again as it is. */
  isLapsed: boolean;
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  /** @param seen What the change was made of. */
  onSave: (plan: AcPlan, seen: Seen) => Promise<unknown>;
}

/** How an air conditioner works by itself. */
export function AcForm({ plan, modes, seen, isLapsed, obstacle, onSave }: AcFormProps) {
  const { t } = useTranslation("air-conditioning");
  const locale = useLocale();
  const before = textsOfPlan(plan, modes, locale);
  const { draft: texts, isDirty, ...mine } = useSettingDraft({ before, seen, merge: mergeFields });
  const [wrong, setWrong] = useState<AcFaults>({});
  const save = useAct((next: AcPlan) => mine.save((made) => onSave(next, made)));
  const read = readPlan(texts);
  const type = (changes: Partial<PlanTexts>) => {
    mine.change({ ...texts, ...changes });
    setWrong({});
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setWrong("wrong" in read ? read.wrong : {});
    if ("plan" in read) await save.run(read.plan);
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <Switch
        label={t("enabled")}
        description={t("enabledHelp")}
        checked={texts.enabled}
        onChange={(event) => type({ enabled: event.currentTarget.checked })}
      />
      <div className="og-grid og-top" style={columns(160)}>
        <RunFields texts={texts} wrong={wrong} modes={modes} onChange={type} />
        <TextInput
          label={t("minSoc")}
          description={t("minSocHelp")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          maxLength={3}
          value={texts.minSoc}
          error={wrong["minSoc"] && t(`wrong.${wrong["minSoc"]}`)}
          onChange={(event) => type({ minSoc: event.currentTarget.value })}
        />
      </div>
      <HoursField hours={texts.hours} wrong={wrong} onChange={(hours) => type({ hours })} />
      {"plan" in read && read.plan.enabled && read.plan.hours.length > 0 && (
        <p className="og-note" role="status">
          {read.plan.hours.some(({ days }) => days !== undefined)
            ? t("hours.sumWeek", { duration: durationText(hoursAWeek(read.plan) * 3_600, locale) })
            : t("hours.sum", { duration: durationText((hoursAWeek(read.plan) / 7) * 3_600, locale) })}
        </p>
      )}
      {obstacle !== undefined && <p className="og-note">{obstacle}</p>}
      <FormFoot
        send={t("save")}
        done={t("saved")}
        // What nobody has set can be set to what is shown.
        isDisabled={(!isDirty && plan !== null && !isLapsed) || obstacle !== undefined}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}
