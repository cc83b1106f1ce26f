import { NativeSelect, TextInput } from "@mantine/core";
import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFoot } from "../../../ui/form-foot.tsx";
import layout from "../../../ui/form-layout.module.css";
import { NumberField } from "../../../ui/number-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import {
  draftOf,
  faultsOf,
  figuresIn,
  type ForecastDraft,
  type ForecastFaults,
  type NumberFieldName,
  numberFields,
} from "./forecast-input.ts";
import type { ForecastFigures } from "./forecast-setting.data.ts";

const providers = ["auto", "solcast", "open_meteo", "clear_sky"] as const;
/** What a container has before anybody sets it. */
const guessedNames = ["capacity", "tilt", "azimuth", "loss"] as const satisfies readonly NumberFieldName[];
type GuessedName = (typeof guessedNames)[number];
const kilowatts: readonly NumberFieldName[] = ["capacity", "limitW"];

export interface ForecastFormProps {
  setting: ForecastSetting;
  onSave: (figures: ForecastFigures) => Promise<void>;
}

/** The panels, what lets their power through, the reserve, and whose forecast of the sun it is. */
export function ForecastForm({ setting, onSave }: ForecastFormProps) {
  const { t } = useTranslation("forecast-setting");
  // What somebody else has set of the other fields meanwhile is kept.
  const [typed, setTyped] = useState<Partial<ForecastDraft>>({});
  const [wrong, setWrong] = useState<ForecastFaults>({});
  const save = useAct(onSave);
  const saved = draftOf(setting);
  const draft = { ...saved, ...typed };
  const change = (changes: Partial<ForecastDraft>) => {
    setTyped({ ...typed, ...changes });
    setWrong({});
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const faults = faultsOf(draft);
    setWrong(faults);
    if (Object.keys(faults).length === 0 && (await save.run(figuresIn(draft)))) setTyped({});
  };
  // What nobody has set does not look as if somebody had.
  const isGuessed = (name: NumberFieldName): name is GuessedName =>
    setting.isGuessed &&
    guessedNames.some((one) => one === name) &&
    typed[name] === undefined &&
    draft[name] !== undefined;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);
  return (
    <form noValidate className="og-stack" onSubmit={(event) => void submit(event)}>
      <div className={layout.names}>
        {(Object.keys(numberFields) as NumberFieldName[]).map((name) => (
          <NumberField
            key={name}
            label={t(`field.${name}`)}
            description={isGuessed(name) ? `${t(`help.${name}`)} ${t(`guessed.${name}`)}` : t(`help.${name}`)}
            value={draft[name]}
            isOptional={!numberFields[name].isNeeded}
            factor={kilowatts.includes(name) ? 1_000 : 1}
            error={wrong[name] && t(`wrong.${wrong[name]}`)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <SourceFields draft={draft} wrong={wrong} onChange={change} />
      </div>
      <FormFoot
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone, error: save.error }}
        send={t("save")}
      />
    </form>
  );
}

interface SourceFieldsProps {
  draft: ForecastDraft;
  wrong: ForecastFaults;
  onChange: (changes: Partial<ForecastDraft>) => void;
}

/** Whose forecast of the sun it is. */
function SourceFields({ draft, wrong, onChange }: SourceFieldsProps) {
  const { t } = useTranslation("forecast-setting");
  return (
    <>
      <NativeSelect
        label={t("field.provider")}
        description={t("help.provider")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.provider}
        data={providers.map((provider) => ({ value: provider, label: t(`provider.${provider}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ provider: value as ForecastDraft["provider"] })}
      />
      {(draft.provider === "auto" || draft.provider === "solcast") && (
        <TextInput
          label={t("field.resourceId")}
          description={t("help.resourceId")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          maxLength={64}
          value={draft.resourceId}
          error={wrong.resourceId && t("wrong.rooftop")}
          onChange={({ currentTarget: { value } }) => onChange({ resourceId: value })}
        />
      )}
    </>
  );
}
