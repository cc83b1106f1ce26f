import { TextInput } from "@mantine/core";
import type { ConfigSection } from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import {
  type ConfigField,
  type FieldTexts,
  type InputFaults,
  readSection,
  sectionFields,
  type SectionName,
  textsOf,
} from "./config-input.ts";

export interface SectionFormProps {
  name: SectionName;
  configuration: Configuration;
  /** Nothing can be saved now, and why. */
  obstacle?: string | undefined;
  /** What the values as typed come to. */
  consequence?: (section: ConfigSection) => ReactNode;
  /** Values to choose from, in place of typing them. */
  presets?: (texts: FieldTexts, choose: (texts: FieldTexts) => void) => ReactNode;
  onSave: (section: ConfigSection) => Promise<unknown>;
}

/** The values of a section as they are wanted, and what runs where that is another value. */
export function SectionForm({ name, configuration, obstacle, consequence, presets, onSave }: SectionFormProps) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  const { wanted, reported } = configuration;
  const before = textsOf(name, wanted?.doc, locale);
  const running = textsOf(name, reported?.doc, locale);
  const [typed, setTyped] = useState<FieldTexts>({});
  const [wrong, setWrong] = useState<InputFaults>({});
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const fields: readonly ConfigField[] = sectionFields[name];
  const isDirty = fields.some((field) => texts[field] !== before[field]);
  const read = readSection(name, texts);

  const type = (next: FieldTexts) => {
    setTyped({ ...typed, ...next });
    setWrong(Object.fromEntries(Object.entries(wrong).filter(([field]) => !(field in next))));
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setWrong("wrong" in read ? read.wrong : {});
    if ("section" in read && (await save.run(read.section))) setTyped({});
  };
  const helpOf = (field: ConfigField) => {
    if (field === "port" && (texts.port === "0" || texts.port === "65536")) return t("noListener");
    const isOther = reported !== null && running[field] !== before[field];
    return isOther ? t("runs", { value: running[field] || t("none") }) : t(`help.${field}`);
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      {presets?.(texts, type)}
      <div className="og-grid" style={columns(260, { isFilled: true })}>
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`field.${field}`)}
            description={helpOf(field)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={texts[field] ?? ""}
            maxLength={field === "dns" ? 80 : 253}
            autoComplete="off"
            error={wrong[field] && t(`wrong.${wrong[field]}`)}
            onChange={(event) => type({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      {"section" in read && consequence?.(read.section)}
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
