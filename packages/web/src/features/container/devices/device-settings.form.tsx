import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { DeviceField } from "@offgrid/contract/devices/device-settings";
import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import { type SubmitEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type DeviceFaults, type DeviceTexts, readDevice, textsOfDevice } from "./device-input.ts";
import type { DeviceChanges, DeviceSettingView, KnownType } from "./device-settings.data.ts";

export interface DeviceSettingsFormProps {
  setting: DeviceSettingView;
  /** Those that the device may be of. */
  types: readonly Pick<KnownType, "id" | "name">[];
  onSave: (changes: DeviceChanges) => Promise<unknown>;
}

/** Name, type, pace and address of a device, as far as its controller can set them. */
export function DeviceSettingsForm({ setting, types, onSave }: DeviceSettingsFormProps) {
  const { t } = useTranslation("device-settings");
  const locale = useLocale();
  const before = useMemo(() => textsOfDevice(setting.wanted?.setting ?? null, locale), [setting, locale]);
  const [typed, setTyped] = useState<Partial<DeviceTexts>>({});
  const [wrong, setWrong] = useState<DeviceFaults>({});
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const isDirty = JSON.stringify(texts) !== JSON.stringify(before);
  const change = (changes: Partial<DeviceTexts>) => {
    setTyped({ ...typed, ...changes });
    setWrong({});
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const read = readDevice(texts, before, setting.settable);
    setWrong("wrong" in read ? read.wrong : {});
    if ("changes" in read && (await save.run(read.changes))) setTyped({});
  };
  if (setting.settable.length === 0) return <p className="og-note">{t("none")}</p>;
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <Standing setting={setting} />
      <Fields setting={setting} texts={texts} types={types} wrong={wrong} onChange={change} />
      <FormFoot
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
        send={t("save")}
        done={t("saved")}
        isGuarded={false}
      />
    </form>
  );
}

/** Whether the controller has what is set. */
function Standing({ setting: { state, wanted, reported } }: Pick<DeviceSettingsFormProps, "setting">) {
  const { t } = useTranslation(["device-settings", "configuration"]);
  const isSame = isSameValue({ ...wanted?.setting }, { ...reported?.setting });
  if (isSame || !wanted?.setting) return null;
  return (
    <p className="og-note og-flush" role="status">
      {t("state", { state: t(`configuration:state.${state}`) })}
    </p>
  );
}

interface FieldsProps extends Pick<DeviceSettingsFormProps, "setting" | "types"> {
  texts: DeviceTexts;
  wrong: DeviceFaults;
  onChange: (changes: Partial<DeviceTexts>) => void;
}

const helpBelow: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function Fields({ setting, texts, types, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation("device-settings");
  const { settable, faults, waitsForStart } = setting;
  const errorOf = (field: DeviceField) => {
    const isWrong = field === "address" || field === "pollSeconds" ? wrong[field] : undefined;
    if (isWrong) return t(`wrong.${field as "address"}`);
    return faults[field] && t(`fault.${faults[field]}`);
  };
  const text = (field: "name" | "address" | "pollSeconds", help: string) => ({
    label: t(field),
    description: help,
    inputWrapperOrder: helpBelow,
    autoComplete: "off",
    value: texts[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...text("name", t("nameHelp"))} maxLength={64} />
      <NativeSelect
        label={t("type")}
        value={texts.type}
        data={[{ value: "", label: t("byItself") }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
        error={errorOf("type")}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      />
      {settable.includes("address") && (
        <>
          <TextInput {...text("address", t("addressHelp"))} maxLength={128} placeholder={setting.device.address} />
          {waitsForStart.includes("address") && <p className="og-note og-flush">{t("waits")}</p>}
        </>
      )}
      {settable.includes("pollSeconds") && (
        <TextInput {...text("pollSeconds", t("pollHelp"))} inputMode="decimal" maxLength={8} />
      )}
      {settable.includes("enabled") ? (
        <Checkbox
          label={t("enabled")}
          description={t("enabledHelp")}
          checked={texts.enabled}
          error={errorOf("enabled")}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
      ) : (
        <p className="og-note og-flush">{t("alwaysRead")}</p>
      )}
    </>
  );
}
