import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Cluster } from "@offgrid/contract/clusters/clusters.schema";
import {
  warningLimits as limits,
  warningSeverities,
  type WarningSeverity,
} from "@offgrid/contract/warnings/warning-types";
import { warningSentence } from "@offgrid/contract/warnings/warning-words";
import { type ReactNode, type SubmitEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { columns } from "../../ui/columns.ts";
import { focusWrong } from "../../ui/focus-wrong.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useCarriedState } from "../../ui/use-carried.ts";
import { ConditionsField } from "./conditions-field.tsx";
import type { Editing, Named } from "./editing.ts";
import { allowed, type Faults, faultsOfPortal, isBeyond, isCrossed, readRule } from "./rule-check.ts";
import { type Rule, watchedBy } from "./rule-input.ts";
import { RuleMore } from "./rule-more.tsx";
import { ScopeField } from "./scope-field.tsx";
import { useWhose } from "./use-whose.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

export interface RuleFormProps {
  /** What is there, or what a new one begins with. */
  rule: Rule;
  isNew: boolean;
  containers: readonly ContainerChoice[];
  clusters: readonly Cluster[];
  kits: readonly Named[];
  /** Metrics that the chosen containers have sent. */
  sent: readonly string[];
  /** Others are chosen. */
  onScope: (containerIds: readonly string[]) => void;
  /** Saves it, and leaves the page. */
  onSave: (rule: Rule) => Promise<unknown>;
  /** What is shown of the rule while it is written, such as what it would have done. */
  trials?: (draft: Rule, change: (rule: Rule) => void) => ReactNode;
}

/** Writes a rule as blocks, with the sentence that they make. */
export function RuleForm(props: RuleFormProps) {
  const { isNew, containers, clusters, kits, sent, onScope, trials } = props;
  const { t } = useTranslation("warnings");
  const { draft, change, save, faults, isDirty, submit } = useDraft(props);
  const choose = (next: Rule) => {
    change(next);
    onScope(watchedBy(next, clusters));
  };
  const watched = watchedBy(draft, clusters);
  const now = useMemo(() => {
    const read = readRule(draft);
    return "faults" in read ? read.faults : {};
  }, [draft]);
  const whose = useWhose({ containers, clusters, kits });
  const edit: Editing = {
    sent,
    // Before any are chosen, it may be any of them.
    places: {
      containers: watched.length === 0 ? containers : containers.filter(({ id }) => watched.includes(id)),
      clusters,
      kits,
    },
    whose,
    faultAt: (path) => {
      const fault = faults[path] ?? (isBeyond(now[path]) ? now[path] : undefined);
      return fault && t(`wrong.${fault}`, allowed);
    },
    hasFaultIn: (path) => Object.keys(faults).some((one) => one === path || one.startsWith(`${path}.`)),
  };
  return (
    <form className="og-stack" noValidate onSubmit={submit}>
      <NameFields {...{ draft, edit, change }} />
      <ScopeField rule={draft} containers={containers} clusters={clusters} edit={edit} onChange={choose} />
      <ConditionsField rule={draft} edit={edit} onChange={change} />
      <LastFields {...{ draft, edit, change }} />
      <Says draft={draft} whose={whose} isWrong={Object.values(now).some(isCrossed)} />
      {trials?.(draft, change)}
      <div
        className="og-box og-foot og-close-stack"
        data-idle={(!isDirty && Object.keys(faults).length === 0) || undefined}
      >
        {Object.keys(faults).length > 0 && (
          <p className="og-danger og-flush" role="alert">
            {t("wrong.summary")}
          </p>
        )}
        <FormFoot
          send={t("save")}
          isDisabled={!isDirty && !isNew}
          form={{
            isDirty,
            isCarried: true,
            isSending: save.isRunning,
            isDone: save.isDone,
            error: isFieldsOnly(save.error) ? undefined : save.error,
          }}
        />
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: Rule;
  edit: Editing;
  change: (rule: Rule) => void;
}

function NameFields({ draft, edit, change }: FieldsProps) {
  const { t } = useTranslation(["warnings", "container-facts"]);
  return (
    <div className="og-grid og-mid og-top" style={columns(220)}>
      <TextInput
        label={t("ruleName")}
        autoComplete="off"
        maxLength={limits.longestName}
        value={draft.ruleName}
        error={edit.faultAt("ruleName")}
        onChange={(event) => change({ ...draft, ruleName: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("severity")}
        value={draft.severity}
        data={warningSeverities.map((value) => ({ value, label: t(`container-facts:status.${value}`) }))}
        onChange={(event) => change({ ...draft, severity: event.currentTarget.value as WarningSeverity })}
      />
    </div>
  );
}

function LastFields({ draft, edit, change }: FieldsProps) {
  const { t } = useTranslation("warnings");
  return (
    <>
      {/* One line, which on a phone is longer than the field is wide. */}
      <Textarea
        label={t("note")}
        description={t("noteHelp")}
        autoComplete="off"
        autosize
        minRows={1}
        maxLength={limits.longestText}
        value={draft.note}
        onChange={(event) => change({ ...draft, note: event.currentTarget.value.replaceAll(/\s*\n\s*/g, " ") })}
      />
      <RuleMore rule={draft} edit={edit} onChange={change} />
      <Checkbox
        label={t("enabled")}
        description={t("enabledHelp")}
        checked={draft.enabled}
        onChange={(event) => change({ ...draft, enabled: event.currentTarget.checked })}
      />
    </>
  );
}

/** Said at its fields already. */
function isFieldsOnly(error: Error | undefined): boolean {
  return error instanceof ApiError && error.code === "bad_input" && error.fields !== undefined;
}

/** What is written, until it is saved. */
function useDraft({ rule, onSave }: RuleFormProps) {
  const isChanged = (one: Rule) => JSON.stringify(one) !== JSON.stringify(rule);
  const [draft, setDraft] = useCarriedState("warning rule", rule, isChanged);
  const [faults, setFaults] = useState<Faults>({});
  const save = useAct(async (next: Rule) => {
    try {
      await onSave(next);
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(faultsOfPortal(error.fields));
      throw error;
    }
  });
  const isDirty = isChanged(draft) && !save.isDone;
  return {
    draft,
    faults,
    save,
    isDirty,
    change: (next: Rule) => {
      setDraft(next);
      setFaults({});
      save.forget();
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const read = readRule(draft);
      if ("rule" in read) {
        setFaults({});
        void save.run(read.rule);
        return;
      }
      setFaults(read.faults);
      focusWrong(form);
    },
  };
}

/** What is written, as one sentence. */
/** A rule that cannot be so does nothing, and its sentence would say what it never does. */
function Says({ draft, whose, isWrong }: { draft: Rule; whose: Editing["whose"]; isWrong: boolean }) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const names = useWarningNames();
  return (
    <p className="og-flush og-strong og-anywhere" role="status" aria-label={t("sentence")}>
      {isWrong
        ? t("sentenceWrong")
        : draft.conditions.length > 0 && warningSentence(draft, locale, { ...names, whose })}
    </p>
  );
}
