import { Switch, TextInput } from "@mantine/core";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { columns } from "../../../ui/columns.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { AskedForm, useAskedDraft } from "../configuration/asked.form.tsx";
import { mergeFields, type Seen } from "../configuration/setting-draft.ts";
import { LoadOrder } from "./load-order.tsx";
import {
  draftOf,
  type ProtectionDraft,
  type ProtectionField,
  protectionFields,
  type ProtectionFaults,
  readProtection,
} from "./protection-input.ts";
import { useSettingWords } from "./protection-words.ts";

export interface LoadProtectionFormProps {
  container: string;
  /** As it is wanted; null: nobody has asked for any. */
  setting: LoadProtection | null;
  /** What the controller runs, where that is another one. */
  running: LoadProtection | null;
  targets: readonly string[];
  isOn: (target: string) => boolean | undefined;
  reserveSoc: number;
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  /** What saving does now, beside what the setting says. */
  consequences: (setting: LoadProtection) => readonly string[];
  /** What the setting would have done; undefined: as it is filled in, it means nothing. */
  trial: (setting: LoadProtection | undefined) => ReactNode;
  /** The versions of `setting`. */
  seen: Seen;
  /** @param seen What the change was made of. */
  onSave: (setting: LoadProtection, seen: Seen) => Promise<unknown>;
}

/** When loads are cut, which, and in which order; asks in words before it is saved. */
export function LoadProtectionForm(props: LoadProtectionFormProps) {
  const { container, setting, targets, reserveSoc, seen, obstacle, consequences, isOn, trial, onSave } = props;
  const { t } = useTranslation("load-protection");
  const wordsOf = useSettingWords();
  const before = draftOf(setting, targets, reserveSoc, useLocale());
  const source = { before, seen, merge: mergeFields<ProtectionDraft>, read: readProtection, stillWrong, onSave };
  const form = useAskedDraft(source);
  const { draft, wrong, typed } = form;
  return (
    <AskedForm
      form={form}
      words={{ save: t("save"), saved: t("saved"), question: t("question.title", { container }) }}
      obstacle={obstacle}
      meaning={(asked) => [...wordsOf(asked), ...consequences(asked)]}
    >
      <Switch
        label={t("enabled")}
        checked={draft.enabled}
        // With it, what is asked of the loads changes.
        onChange={({ currentTarget: { checked } }) => form.change({ enabled: checked, loads: draft.loads })}
      />
      <Fields {...props} draft={draft} wrong={wrong} onChange={form.change} />
      <LoadOrder
        loads={draft.loads}
        isOn={isOn}
        onChange={(loads) => form.change({ loads })}
        error={wrong.loads && t(`wrong.${wrong.loads}`)}
      />
      {typed && <Does setting={typed} />}
      {trial(typed)}
    </AskedForm>
  );
}

/** Of fields that were not changed. */
function stillWrong(wrong: ProtectionFaults, changes: Partial<ProtectionDraft>): ProtectionFaults {
  return Object.fromEntries(Object.entries(wrong).filter(([field]) => !Object.hasOwn(changes, field)));
}

interface FieldsProps extends Pick<LoadProtectionFormProps, "setting" | "running" | "targets" | "reserveSoc"> {
  draft: ProtectionDraft;
  wrong: ProtectionFaults;
  onChange: (changes: Partial<ProtectionDraft>) => void;
}

/** The limits, with what the controller runs where that is another value. */
function Fields({ setting, running, targets, reserveSoc, draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation("load-protection");
  const locale = useLocale();
  const [before, runs] = [setting, running].map((side) => draftOf(side, targets, reserveSoc, locale));
  const helpOf = (field: ProtectionField) => {
    if (running && runs && runs[field] !== before?.[field]) return t("runs", { value: runs[field] || t("none") });
    return t(`help.${field}`, { reserve: formatQuantityText(reserveSoc, "percent", locale) });
  };
  return (
    <div className="og-grid" style={columns(240, { isFilled: true })}>
      {protectionFields.map((field) => (
        <TextInput
          key={field}
          label={t(`field.${field}`)}
          description={helpOf(field)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={draft[field]}
          error={wrong[field] && t(`wrong.${wrong[field]}`)}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

/** What a setting does, in words. */
export function Does({ setting }: { setting: LoadProtection }) {
  return <p className="og-flush">{useSettingWords()(setting).join(" ")}</p>;
}
