import { TextInput } from "@mantine/core";
import type { RelaysSection } from "@offgrid/contract/devices/relays.schema";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { keysOf, readTexts, type RelayTarget, type RelayTexts, textsOf } from "./relay-times-input.ts";

export interface RelayTimesProps {
  targets: readonly RelayTarget[];
  /** As it is wanted. */
  section: Readonly<Record<string, unknown>> | undefined;
}

export interface RelayTimesFormProps extends RelayTimesProps {
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  onSave: (section: RelaysSection) => Promise<unknown>;
}

/** For how long each relay stays as it was switched, at least. */
export function RelayTimesForm({ targets, section, obstacle, onSave }: RelayTimesFormProps) {
  const { t } = useTranslation("relay-times");
  const { nameOf } = useOutputWords();
  const before = textsOf(section, targets, useLocale());
  const [typed, setTyped] = useState<RelayTexts>({});
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const isDirty = Object.keys(before).some((key) => texts[key] !== before[key]);
  const type = (key: string, text: string) => {
    setTyped({ ...typed, [key]: text });
    setWrong(wrong.filter((one) => one !== key));
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const read = readTexts(texts);
    setWrong("wrong" in read ? read.wrong : []);
    if ("section" in read && (await save.run(read.section))) setTyped({});
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      {targets.map((target) => (
        <fieldset key={target} className="og-plain-group">
          <legend className="og-legend og-anywhere">{nameOf(target)}</legend>
          <div className="og-grid og-top" style={columns(200)}>
            {keysOf([target]).map(({ key, time }) => (
              <TextInput
                key={key}
                label={t(`time.${time}`)}
                inputMode="numeric"
                maxLength={5}
                autoComplete="off"
                value={texts[key] ?? ""}
                error={wrong.includes(key) && t("wrong")}
                onChange={(event) => type(key, event.currentTarget.value)}
              />
            ))}
          </div>
        </fieldset>
      ))}
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

/** For those who may not change them. */
export function RelayTimesList({ targets, section }: RelayTimesProps) {
  const { t } = useTranslation("relay-times");
  const { nameOf } = useOutputWords();
  const texts = textsOf(section, targets, useLocale());
  const set = keysOf(targets).filter(({ key }) => texts[key] !== "");
  if (set.length === 0) return <p className="og-flush">{t("notSet")}</p>;
  return (
    <dl className="og-facts og-stack og-mid">
      {set.map(({ key, target, time }) => (
        <div key={key}>
          <dt>
            {nameOf(target)}: {t(`time.${time}`)}
          </dt>
          <dd>{texts[key]}</dd>
        </div>
      ))}
    </dl>
  );
}
