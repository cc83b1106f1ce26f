import { Button, NativeSelect, TextInput } from "@mantine/core";
import { deviceKindNames } from "@offgrid/contract/devices/device-kinds";
import { type SubmitEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import layout from "../../ui/form-layout.module.css";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { DeviceType, TypeInput } from "./device-types.data.ts";
import { ParametersField } from "./parameters-field.tsx";
import { readType, textsOfType, type TypeFaults, type TypeTexts } from "./type-input.ts";

export interface DeviceTypeFormProps {
  /** Absent: a new one. */
  type: DeviceType | undefined;
  zone: string;
  onSave: (type: TypeInput, revision: number) => Promise<unknown>;
  onCancel: () => void;
}

/** A type of device with its parameters. What it began with stays: who saves later than others learns of it. */
export function DeviceTypeForm({ type: given, zone, onSave, onCancel }: DeviceTypeFormProps) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  // Another's change must not slip under what is being typed.
  const [type] = useState(given);
  const before = useMemo(() => textsOfType(type, locale), [type, locale]);
  const [texts, setTexts] = useState(before);
  const [wrong, setWrong] = useState<TypeFaults>({});
  const save = useAct(onSave);
  const isDirty = JSON.stringify(texts) !== JSON.stringify(before);
  const change = (changes: Partial<TypeTexts>) => {
    setTexts({ ...texts, ...changes });
    setWrong({});
    save.forget();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readType(texts);
    setWrong("wrong" in read ? read.wrong : {});
    if ("type" in read) void save.run(read.type, type?.revision ?? 0);
  };
  return (
    <Section title={type ? t("editTitle", { name: type.name }) : t("newTitle")}>
      <form noValidate className="og-stack" onSubmit={submit}>
        <Figures texts={texts} wrong={wrong} isNew={type === undefined} onChange={change} />
        <ParametersField
          parameters={texts.parameters}
          wrong={wrong}
          onChange={(parameters) => change({ parameters })}
        />
        {Object.keys(wrong).length > 0 && (
          <p className="og-flush og-danger" role="alert">
            {t("wrongCount", { count: Object.keys(wrong).length })}
          </p>
        )}
        <FirstNote error={save.error} zone={zone} />
        <FormFoot
          form={{ isDirty, isSending: save.isRunning, isDone: save.isDone, error: save.error }}
          send={t("save")}
          beside={
            <Button variant="subtle" onClick={onCancel}>
              {t("cancel")}
            </Button>
          }
        />
      </form>
    </Section>
  );
}

interface FiguresProps {
  texts: TypeTexts;
  wrong: TypeFaults;
  isNew: boolean;
  onChange: (changes: Partial<TypeTexts>) => void;
}

/** What a type is called, and which devices are of it. */
function Figures({ texts, wrong, isNew, onChange }: FiguresProps) {
  const { t } = useTranslation(["device-types", "container"]);
  const field = (name: "id" | "name" | "maker" | "model") => ({
    label: t(`field.${name}`),
    value: texts[name],
    maxLength: 64,
    autoComplete: "off",
    error: wrong[name] && t(`wrong.${wrong[name]}`),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={layout.names}>
      <TextInput {...field("name")} />
      <TextInput {...field("id")} description={t("idHelp")} disabled={!isNew} />
      <TextInput {...field("maker")} description={t("makerHelp")} />
      <TextInput {...field("model")} description={t("modelHelp")} />
      <NativeSelect
        label={t("field.kind")}
        value={texts.kind}
        data={deviceKindNames.map((kind) => ({ value: kind, label: t(`container:device.${kind}`) }))}
        onChange={(event) => onChange({ kind: event.currentTarget.value as TypeTexts["kind"] })}
      />
    </div>
  );
}

/** Who has changed the type meanwhile. */
function FirstNote({ error, zone }: { error: Error | undefined; zone: string }) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  if (!(error instanceof ApiError) || error.code !== "device_type_changed" || !error.holder) return null;
  const { name, since } = error.holder;
  const at = formatTime(Date.parse(since), "dateTime", zone, locale);
  return <p className="og-flush">{t("changedBy", { name: name ?? missing, at })}</p>;
}
