import { Button, NativeSelect, TextInput } from "@mantine/core";
import { mostSteps } from "@offgrid/contract/street-lights/light-level";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { TimeField } from "../../../ui/time-field.tsx";
import { type PlanFaults, stepKinds, type StepKind, type StepTexts } from "./light-input.ts";

export interface StepsFieldProps {
  steps: readonly StepTexts[];
  wrong: PlanFaults;
  onChange: (steps: readonly StepTexts[]) => void;
}

const newStep: StepTexts = { kind: "time", time: "", minutes: "0", level: "100" };

/** When a light takes which level, each step with its fields. */
export function StepsField({ steps, wrong, onChange }: StepsFieldProps) {
  const { t } = useTranslation("street-lights");
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("steps.title")}</legend>
      <p className="og-note">{t("steps.help")}</p>
      <ol className="og-plain-list og-close-stack og-lined">
        {steps.map((step, place) => (
          <li key={place}>
            <Step
              place={place}
              step={step}
              wrong={wrong}
              onChange={(changed) => onChange(steps.map((one, index) => (index === place ? changed : one)))}
              onRemove={() => onChange(steps.filter((_, index) => index !== place))}
            />
          </li>
        ))}
      </ol>
      {wrong["steps"] && (
        <p className="og-flush og-danger" role="alert">
          {t(`wrong.${wrong["steps"]}`)}
        </p>
      )}
      {steps.length < mostSteps && (
        <div className="og-line">
          <Button variant="default" onClick={() => onChange([...steps, newStep])}>
            {t("steps.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface StepProps {
  place: number;
  step: StepTexts;
  wrong: PlanFaults;
  onChange: (step: StepTexts) => void;
  onRemove: () => void;
}

function Step({ place, step, wrong, onChange, onRemove }: StepProps) {
  const { t } = useTranslation("street-lights");
  const faultOf = (field: string) => {
    const fault = wrong[`steps.${place}.${field}`];
    return fault && t(`wrong.${fault}`);
  };
  return (
    <div role="group" aria-label={t("steps.one", { number: place + 1 })}>
      <div className="og-grid og-mid og-top" style={columns(130)}>
        <NativeSelect
          label={t("steps.kind")}
          value={step.kind}
          data={stepKinds.map((kind) => ({ value: kind, label: t(`steps.kinds.${kind}`) }))}
          error={faultOf("kind")}
          onChange={(event) => onChange({ ...step, kind: event.currentTarget.value as StepKind })}
        />
        {step.kind === "time" ? (
          <TimeField
            label={t("steps.time")}
            value={step.time}
            error={faultOf("time")}
            onChange={(time) => onChange({ ...step, time })}
          />
        ) : (
          <TextInput
            label={t("steps.minutes")}
            value={step.minutes}
            maxLength={4}
            error={faultOf("minutes")}
            onChange={(event) => onChange({ ...step, minutes: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={t("level")}
          inputMode="numeric"
          maxLength={3}
          value={step.level}
          error={faultOf("level")}
          onChange={(event) => onChange({ ...step, level: event.currentTarget.value })}
        />
        <div>
          <Button
            variant="subtle"
            aria-label={t("steps.removeNamed", { number: place + 1 })}
            mt={{ base: 0, xs: 24 }}
            onClick={onRemove}
          >
            {t("steps.remove")}
          </Button>
        </div>
      </div>
    </div>
  );
}
