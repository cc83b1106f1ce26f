import { NativeSelect, TextInput } from "@mantine/core";
import { type PhaseMode, phaseModes, type PhaseNumber } from "@offgrid/contract/phase-control/phase-bounds";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { AskedForm, useAskedDraft } from "../configuration/asked.form.tsx";
import type { Seen } from "../configuration/setting-draft.ts";
import {
  draftOf,
  type LimitField,
  limitFields,
  mergeDraft,
  type PhaseControlDraft,
  type PhaseDraft,
  readPhaseControl,
  withPriority,
} from "./phase-input.ts";
import { nameOf, useSettingWords } from "./phase-words.ts";

export interface PhaseControlFormProps {
  container: string;
  /** As it is wanted; null: nobody has asked for any. */
  setting: PhaseControl | null;
  /** What the controller runs, where that is another one. */
  running: PhaseControl | null;
  phases: readonly PhaseNumber[];
  /** Nothing can be saved now, and why. */
  obstacle: string | undefined;
  /** What saving does now, beside what the setting says. */
  consequences: (setting: PhaseControl) => readonly string[];
  /** Tries out what is filled in. */
  trial?: (typed: PhaseControl | undefined) => ReactNode;
  /** The versions of `setting`. */
  seen: Seen;
  /** @param seen What the change was made of. */
  onSave: (setting: PhaseControl, seen: Seen) => Promise<unknown>;
}

/** What each phase may draw and at which charge it goes off, and which come first; asks in words before it is saved. */
export function PhaseControlForm(props: PhaseControlFormProps) {
  const { container, obstacle, consequences, trial } = props;
  const { t } = useTranslation("phase-control");
  const wordsOf = useSettingWords();
  const form = usePhaseDraft(props);
  const { draft, typed } = form;
  return (
    <AskedForm
      form={form}
      words={{ save: t("save"), saved: t("saved"), question: t("question.title", { container }) }}
      obstacle={obstacle}
      meaning={(asked) => [...wordsOf(asked), ...consequences(asked)]}
    >
      <CommonFields form={form} />
      <div className="og-grid og-top" style={columns(220, { isFilled: true })}>
        {draft.phases.map((phase) => (
          <PhaseFields key={phase.id} phase={phase} form={form} />
        ))}
      </div>
      {typed && <Does setting={typed} />}
      {trial?.(typed)}
    </AskedForm>
  );
}

type FormState = ReturnType<typeof usePhaseDraft>;

/** What is filled in, beside what was and what runs. */
function usePhaseDraft({ setting, running, phases, seen, onSave }: PhaseControlFormProps) {
  const locale = useLocale();
  const before = draftOf(setting, phases, locale);
  // What is wrong with one field may depend on another one: a change leaves nothing said to be wrong.
  const form = useAskedDraft({ before, seen, merge: mergeDraft, read: readPhaseControl, onSave });
  return { ...form, before, runs: running && draftOf(running, phases, locale) };
}

/** A value that the controller runs and that is not what is wanted; undefined: there is none. */
function useRuns() {
  const { t } = useTranslation("phase-control");
  return (runs: string | undefined, wanted: string | undefined) =>
    runs !== undefined && runs !== wanted ? t("runs", { value: runs || t("none") }) : undefined;
}

const order = ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[];

/** What is set for all phases together. */
function CommonFields({ form: { draft, before, runs, wrong, change } }: { form: FormState }) {
  const { t } = useTranslation("phase-control");
  const runsOf = useRuns();
  const faultOf = (field: string) => wrong[field] && t(`wrong.${wrong[field]}`);
  const field = (name: "totalW" | "delaySeconds") => (
    <TextInput
      key={name}
      label={t(`field.${name}`)}
      description={runsOf(runs?.[name], before[name]) ?? t(`help.${name}`)}
      inputWrapperOrder={order}
      inputMode="decimal"
      maxLength={12}
      autoComplete="off"
      value={draft[name]}
      error={faultOf(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className="og-grid og-top" style={columns(240, { isFilled: true })}>
      <NativeSelect
        label={t("mode")}
        description={
          runsOf(runs ? t(`modes.${runs.mode}`) : undefined, t(`modes.${before.mode}`)) ?? t(`modeHelp.${draft.mode}`)
        }
        inputWrapperOrder={order}
        value={draft.mode}
        data={phaseModes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        onChange={(event) => change({ mode: event.currentTarget.value as PhaseMode })}
      />
      {draft.mode === "priorities" && field("totalW")}
      {field("delaySeconds")}
    </div>
  );
}

/** The limits of one phase, and its place among the others. */
function PhaseFields({ phase, form }: { phase: PhaseDraft; form: FormState }) {
  const { draft, before, runs, wrong, change } = form;
  const { t } = useTranslation("phase-control");
  const runsOf = useRuns();
  const of = (side: PhaseControlDraft | null | undefined) => side?.phases.find(({ id }) => id === phase.id);
  const name = nameOf(phase);
  const places = draft.phases.map((_, place) => String(place + 1));
  const type = (field: LimitField, text: string) =>
    change({ phases: draft.phases.map((one) => (one.id === phase.id ? { ...one, [field]: text } : one)) });
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("phase", { phase: name })}</legend>
      <NativeSelect
        label={t("field.priority")}
        aria-label={t("ofPhase", { phase: name, field: t("field.priority") })}
        description={runsOf(of(runs)?.priority.toString(), of(before)?.priority.toString()) ?? t("help.priority")}
        inputWrapperOrder={order}
        value={String(phase.priority)}
        data={places}
        onChange={(event) =>
          change({ phases: withPriority(draft.phases, phase.id, Number(event.currentTarget.value)) })
        }
      />
      {limitFields.map((field) => (
        <TextInput
          key={field}
          label={t(`field.${field}`)}
          aria-label={t("ofPhase", { phase: name, field: t(`field.${field}`) })}
          description={runsOf(of(runs)?.[field], of(before)?.[field]) ?? t(`help.${field}`)}
          inputWrapperOrder={order}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          value={phase[field]}
          error={wrong[`${field}.${phase.id}`] && t(`wrong.${wrong[`${field}.${phase.id}`]!}`)}
          onChange={(event) => type(field, event.currentTarget.value)}
        />
      ))}
    </fieldset>
  );
}

/** What a setting does, in words. */
export function Does({ setting }: { setting: PhaseControl }) {
  const sentences = useSettingWords()(setting);
  return (
    <ul className="og-plain-list og-close-stack">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
