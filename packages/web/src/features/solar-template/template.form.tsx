import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import layout from "../../ui/form-layout.module.css";
import { FormFoot } from "../../ui/form-foot.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { PlacedContainer, SolarTemplate, TemplateFigures } from "./solar-template.data.ts";
import { StringsField } from "./strings-field.tsx";
import { arrayOf, draftOf, faultsOf, figuresOf, type TemplateDraft, type TemplateFaults } from "./template-input.ts";
import { YieldPart } from "./yield-part.tsx";

export interface TemplateFormProps {
  /** Absent: a new one. */
  template: SolarTemplate | undefined;
  containers: readonly PlacedContainer[] | undefined;
  onSave: (figures: TemplateFigures) => Promise<unknown>;
  onClose: () => void;
}

/** A yield is asked for when this long nothing was typed. */
const restMs = 400;

/** A template of an array, and below what it gives as it is being filled in. */
export function TemplateForm({ template: given, containers, onSave, onClose }: TemplateFormProps) {
  const { t } = useTranslation("solar-template");
  // Another's change must not slip under what is being typed.
  const [template] = useState(given);
  const [before] = useState(() => draftOf(template));
  const [draft, setDraft] = useState(before);
  const [wrong, setWrong] = useState<TemplateFaults>({});
  const [settled] = useDebouncedValue(draft, restMs);
  const save = useAct(onSave);
  const change = (changes: Partial<TemplateDraft>) => {
    setDraft({ ...draft, ...changes });
    setWrong({});
    save.forget();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const faults = faultsOf(draft);
    setWrong(faults);
    if (Object.keys(faults).length === 0) void save.run(figuresOf(draft)).then((isDone) => isDone && onClose());
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before);
  const array = arrayOf(settled);
  return (
    <Section title={template ? t("editTitle", { name: template.name }) : t("newTitle")}>
      <form noValidate className="og-stack" onSubmit={submit}>
        <TextInput
          label={t("field.name")}
          autoComplete="off"
          maxLength={64}
          value={draft.name}
          error={wrong["name"] && t(`wrong.${wrong["name"]}`)}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <StringsField strings={draft.strings} wrong={wrong} onChange={(strings) => change({ strings })} />
        <PlaneFields draft={draft} wrong={wrong} onChange={change} />
        {Object.keys(wrong).length > 0 && (
          <p className="og-flush og-danger" role="alert">
            {t("wrongCount", { count: Object.keys(wrong).length })}
          </p>
        )}
        <FormFoot
          form={{ isDirty, isSending: save.isRunning, isDone: save.isDone, error: save.error }}
          send={t("save")}
          beside={
            <Button variant="subtle" onClick={onClose}>
              {t("cancel")}
            </Button>
          }
        />
      </form>
      <h3 className="og-title">{t("yield.title")}</h3>
      {array ? <YieldPart array={array} containers={containers} /> : <p className="og-note">{t("yield.notYet")}</p>}
    </Section>
  );
}

interface PlaneFieldsProps {
  draft: TemplateDraft;
  wrong: TemplateFaults;
  onChange: (changes: Partial<TemplateDraft>) => void;
}

const providers = ["auto", "open_meteo", "clear_sky"] as const;

/** How the panels lie, and what of their power arrives. */
function PlaneFields({ draft, wrong, onChange }: PlaneFieldsProps) {
  const { t } = useTranslation("solar-template");
  const field = (name: "tilt" | "azimuth" | "loss" | "limitW") => {
    const fault = wrong[name];
    return {
      label: t(`field.${name}`),
      description: t(`help.${name}`),
      value: draft[name],
      isOptional: name !== "loss",
      error: fault && t(`wrong.${fault}`),
      onChange: (value: number | undefined) => onChange({ [name]: value }),
    };
  };
  return (
    <div className={layout.names}>
      <NumberField {...field("tilt")} />
      <NumberField {...field("azimuth")} />
      <NumberField {...field("loss")} />
      <NumberField {...field("limitW")} factor={1_000} />
      <NativeSelect
        label={t("field.provider")}
        description={t("help.provider")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.provider}
        data={providers.map((provider) => ({ value: provider, label: t(`provider.${provider}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ provider: value as TemplateDraft["provider"] })}
      />
    </div>
  );
}
