import { NativeSelect, TextInput } from "@mantine/core";
import { bundleAttributes, forecastAttributes, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ConditionProps } from "./editing.ts";
import { EventCodesField } from "./event-codes-field.tsx";

/** What a condition looks at that is no measured value: codes of events, outputs, or a figure. */
export function OtherAttributes(props: ConditionProps) {
  const { reads } = warningTypes[props.condition.type];
  if (reads === "events") return <EventCodesField {...props} />;
  return reads === "commands" ? <OutputsField {...props} /> : <FigureField {...props} />;
}

/** Figures that the portal has computed. */
function FigureField({ condition, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const isBundle = condition.type === "bundle";
  return (
    <NativeSelect
      label={t(isBundle ? "condition.bundle" : "condition.forecast")}
      value={condition.attributes[0] ?? ""}
      data={
        isBundle
          ? bundleAttributes.map((value) => ({ value, label: t(`bundles.${value}`) }))
          : forecastAttributes.map((value) => ({ value, label: t(`forecasts.${value}`) }))
      }
      onChange={(event) => onChange({ ...condition, attributes: [event.currentTarget.value] })}
    />
  );
}

/** Outputs, as they are written in lists of commands. */
function OutputsField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const [typed, setTyped] = useState(condition.attributes.join(", "));
  return (
    <TextInput
      label={t("condition.outputs")}
      description={t("condition.outputsHelp")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      value={typed}
      error={edit.faultAt(`${path}.attributes`)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const words = event.currentTarget.value.split(/[\s,;]+/).filter((word) => word !== "");
        onChange({ ...condition, attributes: [...new Set(words)] });
      }}
    />
  );
}
