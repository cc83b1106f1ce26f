import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { Place } from "@offgrid/contract/core/moments";
import { type LightMode, lightModes, type LightPlan } from "@offgrid/contract/street-lights/light-level";
import { type SubmitEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { type PlanFaults, type PlanTexts, readPlan, suggestedSteps, textsOfPlan } from "./light-input.ts";
import { StepsField } from "./steps-field.tsx";
import { WeekPreview } from "./week-preview.tsx";

export interface LightFormProps {
  /** What is wanted; null: nothing was ever set. */
  plan: LightPlan | null;
  place: Place;
  now: number;
  /** The container has further lights, which may take the same plan. */
  hasOthers: boolean;
  onSave: (plan: LightPlan, isForAll: boolean) => Promise<unknown>;
}

/** How a light shines by itself, with what that means for the coming week. */
export function LightForm(props: LightFormProps) {
  const { place, now, hasOthers } = props;
  const { t } = useTranslation("street-lights");
  const form = useLightForm(props);
  const { texts, read, wrong, type, isForAll, setForAll } = form;
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void form.submit(event)}>
      <PlanFields form={form} />
      {texts.mode === "schedule" && (
        <StepsField steps={texts.steps} wrong={wrong} onChange={(steps) => type({ steps })} />
      )}
      {"plan" in read && <WeekPreview plan={read.plan} place={place} now={now} />}
      {hasOthers && (
        <Checkbox label={t("forAll")} checked={isForAll} onChange={(event) => setForAll(event.currentTarget.checked)} />
      )}
      <FormFoot send={t("save")} done={t("saved")} isDisabled={!form.isSavable} form={form.foot} />
    </form>
  );
}

type LightFormState = ReturnType<typeof useLightForm>;

/** What is typed, what it means, and what is wrong with it once it was to be saved. */
function useLightForm({ plan, place, onSave }: LightFormProps) {
  const hasPosition = place.latitudeDeg !== undefined && place.longitudeDeg !== undefined;
  const before = useMemo(() => textsOfPlan(plan), [plan]);
  const [typed, setTyped] = useState<Partial<PlanTexts>>({});
  const [isForAll, setForAll] = useState(false);
  const [wrong, setWrong] = useState<PlanFaults>({});
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const key = JSON.stringify(texts);
  // The week is computed again when something was typed, not with each tick.
  const read = useMemo(() => readPlan(JSON.parse(key) as PlanTexts, hasPosition), [key, hasPosition]);
  const isChanged = isForAll || key !== JSON.stringify(before);

  const type = (changes: Partial<PlanTexts>) => {
    setTyped({ ...typed, ...changes });
    setWrong({});
    save.forget();
  };
  const chooseMode = (mode: LightMode) => {
    const isFirst = mode === "schedule" && texts.steps.length === 0;
    type({ mode, ...(isFirst && { steps: suggestedSteps(hasPosition) }) });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setWrong("wrong" in read ? read.wrong : {});
    if (!("plan" in read) || !(await save.run(read.plan, isForAll))) return;
    setTyped({});
    setForAll(false);
  };
  const foot = { isDirty: isChanged, isSending: save.isRunning, isDone: save.isDone && !isChanged, error: save.error };
  return {
    texts,
    read,
    wrong,
    type,
    chooseMode,
    submit,
    isForAll,
    setForAll,
    foot,
    // A light that nobody has set can be set to what is shown.
    isSavable: isChanged || plan === null,
  };
}

function PlanFields({ form: { texts, wrong, type, chooseMode } }: { form: LightFormState }) {
  const { t } = useTranslation("street-lights");
  const faultOf = (field: string) => wrong[field] && t(`wrong.${wrong[field]}`);
  return (
    <div className="og-grid og-top" style={columns(200)}>
      <NativeSelect
        label={t("mode")}
        value={texts.mode}
        data={lightModes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        description={t(`modeHelp.${texts.mode}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        error={faultOf("mode")}
        onChange={(event) => chooseMode(event.currentTarget.value as LightMode)}
      />
      {(texts.mode === "on" || texts.mode === "auto") && (
        <TextInput
          label={t("level")}
          inputMode="numeric"
          maxLength={3}
          value={texts.level}
          error={faultOf("level")}
          onChange={(event) => type({ level: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t("ratedW")}
        description={t("ratedWHelp")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="numeric"
        maxLength={4}
        value={texts.ratedW}
        error={faultOf("ratedW")}
        onChange={(event) => type({ ratedW: event.currentTarget.value })}
      />
    </div>
  );
}
