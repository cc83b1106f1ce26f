import { Switch, TextInput } from "@mantine/core";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { columns } from "../../../ui/columns.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { mergeFields, type Seen, useSettingDraft } from "../configuration/setting-draft.ts";
import { LoadOrder } from "./load-order.tsx";
import {
  draftOf,
  isSameDraft,
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
  const { container, obstacle, consequences, isOn, trial } = props;
  const { t } = useTranslation("load-protection");
  const wordsOf = useSettingWords();
  const form = useDraft(props);
  const { draft, wrong, save, isDirty, typed, asked } = form;
  return (
    <form className="og-stack og-mid" noValidate onSubmit={form.submit}>
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
      {obstacle !== undefined && <p className="og-note">{obstacle}</p>}
      <FormFoot
        send={t("save")}
        done={t("saved")}
        isDisabled={!isDirty || obstacle !== undefined}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
      {asked && (
        <ConfirmDialog
          title={t("question.title", { container })}
          confirm={t("save")}
          isRunning={save.isRunning}
          onConfirm={() => void form.confirm(asked)}
          onClose={form.cancel}
        >
          {[...wordsOf(asked), ...consequences(asked)].join(" ")}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** What is filled in, until it is saved. */
function useDraft({ setting, targets, reserveSoc, seen, onSave }: LoadProtectionFormProps) {
  const before = draftOf(setting, targets, reserveSoc, useLocale());
  const { draft, ...mine } = useSettingDraft({ before, seen, merge: mergeFields });
  const [wrong, setWrong] = useState<ProtectionFaults>({});
  const [asked, setAsked] = useState<LoadProtection>();
  const save = useAct((wanted: LoadProtection) => mine.save((made) => onSave(wanted, made)));
  const read = readProtection(draft);
  const typed = "setting" in read ? read.setting : undefined;
  return {
    draft,
    wrong,
    save,
    typed,
    asked,
    isDirty: !isSameDraft(draft, before),
    change: (changes: Partial<ProtectionDraft>) => {
      mine.change({ ...draft, ...changes });
      setWrong(Object.fromEntries(Object.entries(wrong).filter(([field]) => !Object.hasOwn(changes, field))));
      save.forget();
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      setWrong("wrong" in read ? read.wrong : {});
      setAsked(typed);
    },
    cancel: () => setAsked(undefined),
    confirm: async (wanted: LoadProtection) => {
      await save.run(wanted);
      setAsked(undefined);
    },
  };
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
