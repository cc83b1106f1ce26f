import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { automationSentence } from "@offgrid/contract/automations/automation-words";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { columns } from "../../ui/columns.ts";
import { focusWrong } from "../../ui/focus-wrong.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { readAutomation } from "./automation-check.ts";
import { type Faults, faultsAt, type Keep, newAutomation, withOptional } from "./automation-input.ts";
import type { Offer } from "../../domain/automations/automation-examples.ts";
import type { SavedAutomation } from "../../domain/automations/automated.data.ts";
import { ConditionsField } from "./conditions-field.tsx";
import { ConflictLines } from "./conflict-lines.tsx";
import { type Editing, useEditing } from "./editing.ts";
import { MoreSettings } from "./more-settings.tsx";
import { OnOffField, OutputField } from "./output-fields.tsx";
import { RunFields } from "./run-fields.tsx";

export interface AutomationFormProps {
  /** What is there, or what a new one begins with. */
  automation: Automation;
  isNew: boolean;
  offer: Offer;
  nameOf: (id: string) => string;
  /** A choice of what a new one begins with, which is there until something is written. */
  beginning?: ReactNode;
  /** Whether its controller follows it; absent: nobody has saved it. */
  standing?: ReactNode;
  /** @param base What was there when somebody began to change it: another one must not be lost. */
  onSave: (automation: Automation, base: Automation) => Promise<SavedAutomation>;
  /** Tries out what is written. */
  trial: (draft: Automation, read: () => Automation | undefined) => ReactNode;
}

/** Writes an automation as blocks, with the sentence that they make. */
export function AutomationForm(props: AutomationFormProps) {
  const { isNew, offer, nameOf, beginning, standing, trial } = props;
  const { t } = useTranslation("automations");
  const form = useDraft(props);
  const { draft, change, save, faults } = form;
  const edit = useEditing(offer, faults);
  return (
    <form className="og-stack" noValidate onSubmit={(event) => void form.submit(event)}>
      {isNew && !form.isDirty && beginning}
      <div className="og-grid og-mid og-top" style={columns(220)}>
        <TextInput
          label={t("name")}
          autoComplete="off"
          maxLength={64}
          value={draft.name}
          error={edit.faultAt("name")}
          onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("kind")}
          description={t(`kindHelp.${draft.kind}`)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={draft.kind}
          data={(["keep", "run"] as const).map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={(event) => form.become(event.currentTarget.value as Automation["kind"])}
        />
      </div>
      {draft.kind === "keep" ? (
        <KeepFields keep={draft} edit={edit} onChange={change} />
      ) : (
        <RunFields run={draft} edit={edit} onChange={change} />
      )}
      <MoreSettings automation={draft} edit={edit} onChange={change} />
      <ActingFields draft={draft} onChange={change} />
      <Says draft={draft} />
      {trial(draft, form.read)}
      {Object.keys(faults).length > 0 && (
        <p className="og-danger og-flush" role="alert">
          {t(Object.hasOwn(faults, "automation") ? "wrong.room" : "wrong.summary")}
        </p>
      )}
      <FormFoot
        send={t("save")}
        done={t("saved")}
        isDisabled={!form.isDirty && !isNew}
        form={{ isDirty: form.isDirty, isSending: save.isRunning, isDone: form.isDone, error: save.error }}
      />
      {standing}
      {form.saved && <ConflictLines conflicts={form.saved.conflicts} nameOf={nameOf} />}
    </form>
  );
}

/** What is written, until it is saved. */
function useDraft({ automation, offer, onSave }: AutomationFormProps) {
  const [edited, setEdited] = useState<Automation>();
  const [base, setBase] = useState<string>();
  const [began, setBegan] = useState<Automation>();
  const [others, setOthers] = useState<Automation>();
  const [faults, setFaults] = useState<Faults>({});
  const [saved, setSaved] = useState<SavedAutomation>();
  const save = useAct(async (next: Automation) => {
    try {
      const answer = await onSave(next, began ?? automation);
      setSaved(answer);
      setBegan(answer.setting.wanted?.setting?.[answer.id] ?? next);
    } catch (error) {
      if (error instanceof ApiError && error.fields) {
        setFaults(faultsAt(Object.keys(error.fields).map((path) => path.replace(/^automation\./, ""))));
      }
      throw error;
    }
    setEdited(next);
    setBase(JSON.stringify(next));
  });
  const draft = edited ?? automation;
  const isDirty = JSON.stringify(draft) !== (base ?? JSON.stringify(automation));
  const change = (next: Automation) => {
    setBegan(began ?? automation);
    setEdited(next);
    setFaults({});
    save.forget();
  };
  const read = () => {
    const given = readAutomation(draft);
    setFaults("faults" in given ? given.faults : {});
    return "automation" in given ? given.automation : undefined;
  };
  return {
    draft,
    faults,
    saved,
    save,
    isDirty,
    isDone: save.isDone && !isDirty,
    change,
    read,
    /** The other form, with what was written there before. */
    become: (kind: Automation["kind"]) => {
      const { name, enabled, priority, shadow } = draft;
      const before = others?.kind === kind ? others : newAutomation(kind, offer);
      setOthers(draft);
      change(withOptional({ ...before, name, enabled, priority }, "shadow", shadow));
    },
    submit: async (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const next = read();
      if (next) await save.run(next);
      else focusWrong(form);
    },
  };
}

interface KeepProps {
  keep: Keep;
  edit: Editing;
  onChange: (keep: Keep) => void;
}

function KeepFields({ keep, edit, onChange }: KeepProps) {
  const { t } = useTranslation("automations");
  return (
    <>
      <fieldset className="og-plain-group">
        <legend className="og-legend">{t("keep.title")}</legend>
        <div className="og-grid og-mid og-top" style={columns(280)}>
          <OutputField
            path="output"
            output={keep.output}
            edit={edit}
            onChange={(output) => onChange({ ...keep, output })}
          />
          <OnOffField label={t("keep.to")} value={keep.to} onChange={(to) => onChange({ ...keep, to })} />
        </div>
      </fieldset>
      <fieldset className="og-plain-group og-close-stack">
        <legend className="og-legend">{t("keep.while")}</legend>
        <ConditionsField
          path="while"
          condition={keep.while}
          edit={edit}
          onChange={(next) => next && onChange({ ...keep, while: next })}
        />
      </fieldset>
    </>
  );
}

/** Whether it is followed, and whether it may switch anything then. */
function ActingFields({ draft, onChange }: { draft: Automation; onChange: (draft: Automation) => void }) {
  const { t } = useTranslation("automations");
  return (
    <>
      <Checkbox
        label={t("enabled")}
        description={t("enabledHelp")}
        checked={draft.enabled}
        onChange={(event) => onChange({ ...draft, enabled: event.currentTarget.checked })}
      />
      <Checkbox
        label={t("shadow")}
        description={t("shadowHelp")}
        checked={draft.shadow === true}
        onChange={(event) => onChange(withOptional(draft, "shadow", event.currentTarget.checked || undefined))}
      />
    </>
  );
}

/** What is written, as one sentence. */
function Says({ draft }: { draft: Automation }) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  return (
    <p className="og-flush og-strong og-anywhere" role="status" aria-label={t("sentence")}>
      {automationSentence(draft, locale, names)}
    </p>
  );
}
