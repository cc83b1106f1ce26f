import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import {
  type Action,
  newAction,
  newTrigger,
  type Run,
  stepKinds,
  type StepKind,
  type Trigger,
  withOptional,
} from "./automation-input.ts";
import { Box, ConditionsField, RemoveButton } from "./conditions-field.tsx";
import type { Editing } from "./editing.ts";
import { LeafFields } from "./leaf-fields.tsx";
import { MomentField } from "./moment-field.tsx";
import { SomeDaysField } from "./some-days-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { OnOffField, OutputField } from "./output-fields.tsx";

const triggerKinds = ["moment", "metric", "output"] as const satisfies readonly Trigger["kind"][];
const grid = { className: "og-grid og-mid og-top", style: columns(180, { isFilled: true }) } as const;

interface RunProps {
  run: Run;
  edit: Editing;
  onChange: (run: Run) => void;
}

/** When it is set off, on which condition, and what it does then. */
export function RunFields({ run, edit, onChange }: RunProps) {
  const { t } = useTranslation("automations");
  return (
    <>
      <fieldset className="og-plain-group og-close-stack">
        <legend className="og-legend">{t("run.when")}</legend>
        {run.when.map((trigger, place) => (
          <TriggerBlock
            key={place}
            path={`when.${place}`}
            trigger={trigger}
            edit={edit}
            onChange={(next) => onChange({ ...run, when: run.when.with(place, next) })}
            onRemove={() => onChange({ ...run, when: run.when.filter((_, index) => index !== place) })}
          />
        ))}
        {run.when.length === 0 && <Wrong text={edit.faultAt("when")} />}
        <div className="og-line">
          <Button
            variant="default"
            onClick={() => onChange({ ...run, when: [...run.when, newTrigger("moment", edit.offer)] })}
          >
            {t("run.addTrigger")}
          </Button>
        </div>
      </fieldset>
      <fieldset className="og-plain-group og-close-stack">
        <legend className="og-legend">{t("run.if")}</legend>
        <ConditionsField
          path="if"
          condition={run.if}
          isOptional
          edit={edit}
          onChange={(next) => onChange(withOptional(run, "if", next))}
        />
      </fieldset>
      <ActionsField run={run} edit={edit} onChange={onChange} />
    </>
  );
}

function ActionsField({ run, edit, onChange }: RunProps) {
  const { t } = useTranslation("automations");
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend">{t("run.do")}</legend>
      <ol className="og-plain-list og-close-stack">
        {run.do.map((action, place) => (
          <li key={place}>
            <ActionBlock
              path={`do.${place}`}
              action={action}
              edit={edit}
              onChange={(next) => onChange({ ...run, do: run.do.with(place, next) })}
              onRemove={() => onChange({ ...run, do: run.do.filter((_, index) => index !== place) })}
            />
          </li>
        ))}
      </ol>
      {run.do.length === 0 && <Wrong text={edit.faultAt("do")} />}
      <div className="og-line">
        <Button variant="default" onClick={() => onChange({ ...run, do: [...run.do, newAction("set", edit.offer)] })}>
          {t("run.addAction")}
        </Button>
      </div>
    </fieldset>
  );
}

function Wrong({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className="og-danger og-flush" role="alert">
      {text}
    </p>
  );
}

interface TriggerProps {
  path: string;
  trigger: Trigger;
  edit: Editing;
  onChange: (trigger: Trigger) => void;
  onRemove: () => void;
}

function TriggerBlock({ path, trigger, edit, onChange, onRemove }: TriggerProps) {
  const { t } = useTranslation("automations");
  return (
    <Box>
      <div className="og-head">
        <NativeSelect
          label={t("run.trigger")}
          value={trigger.kind}
          data={triggerKinds.map((kind) => ({ value: kind, label: t(`run.triggers.${kind}`) }))}
          onChange={(event) => onChange(newTrigger(event.currentTarget.value as Trigger["kind"], edit.offer))}
        />
        <RemoveButton label={t("run.removeTrigger")} onClick={onRemove} />
      </div>
      {trigger.kind === "moment" ? (
        <>
          <div {...grid}>
            <MomentField
              label={t("run.at")}
              path={`${path}.at`}
              moment={trigger.at}
              edit={edit}
              onChange={(at) => onChange({ ...trigger, at })}
            />
          </div>
          <SomeDaysField days={trigger.days} onChange={(days) => onChange(withOptional(trigger, "days", days))} />
        </>
      ) : (
        <LeafFields
          path={path}
          condition={trigger}
          isTrigger
          edit={edit}
          onChange={(next) => onChange(next as Trigger)}
        />
      )}
    </Box>
  );
}

interface ActionProps<Of extends Action = Action> {
  path: string;
  action: Of;
  edit: Editing;
  onChange: (action: Action) => void;
}

function ActionBlock({ path, action, edit, onChange, onRemove }: ActionProps & { onRemove: () => void }) {
  const { t } = useTranslation("automations");
  if (action.kind === "if") {
    return (
      <Box>
        <p className="og-note">{t("run.choice")}</p>
        <RemoveButton label={t("run.removeAction")} onClick={onRemove} />
      </Box>
    );
  }
  return (
    <Box>
      <div className="og-head">
        <NativeSelect
          label={t("run.action")}
          value={action.kind}
          data={stepKinds.map((kind) => ({ value: kind, label: t(`run.actions.${kind}`) }))}
          onChange={(event) => onChange(newAction(event.currentTarget.value as StepKind, edit.offer))}
        />
        <RemoveButton label={t("run.removeAction")} onClick={onRemove} />
      </div>
      {action.kind === "set" ? (
        <SetFields {...{ path, action, edit, onChange }} />
      ) : action.kind === "wait" ? (
        <NumberField
          label={t("run.minutes")}
          value={action.seconds}
          factor={60}
          error={edit.faultAt(`${path}.seconds`)}
          onChange={(seconds = Number.NaN) => onChange({ ...action, seconds })}
        />
      ) : (
        <NotifyFields {...{ path, action, edit, onChange }} />
      )}
    </Box>
  );
}

/** Every one ends by itself: after a time, or at one. */
function SetFields({ path, action, edit, onChange }: ActionProps<Extract<Action, { kind: "set" }>>) {
  const { t } = useTranslation("automations");
  const { output, to, forSeconds, until } = action;
  const set = { kind: "set", output, to } as const;
  return (
    <div {...grid}>
      <OutputField
        path={`${path}.output`}
        output={output}
        edit={edit}
        onChange={(next) => onChange({ ...action, output: next })}
      />
      <OnOffField label={t("run.to")} value={to} onChange={(next) => onChange({ ...action, to: next })} />
      <NativeSelect
        label={t("run.ends")}
        value={until ? "until" : "after"}
        data={(["after", "until"] as const).map((one) => ({ value: one, label: t(`run.end_${one}`) }))}
        onChange={(event) =>
          onChange(
            event.currentTarget.value === "until"
              ? { ...set, until: { time: "23:00" } }
              : { ...set, forSeconds: 3_600 },
          )
        }
      />
      {until ? (
        <MomentField
          label={t("run.until")}
          path={`${path}.until`}
          moment={until}
          edit={edit}
          onChange={(next) => onChange({ ...set, until: next })}
        />
      ) : (
        <NumberField
          label={t("run.minutes")}
          value={forSeconds}
          factor={60}
          error={edit.faultAt(`${path}.forSeconds`)}
          onChange={(seconds = Number.NaN) => onChange({ ...set, forSeconds: seconds })}
        />
      )}
    </div>
  );
}

function NotifyFields({ path, action, edit, onChange }: ActionProps<Extract<Action, { kind: "notify" }>>) {
  const { t } = useTranslation("automations");
  return (
    <div {...grid}>
      <TextInput
        label={t("run.text")}
        value={action.text}
        maxLength={200}
        error={edit.faultAt(`${path}.text`)}
        onChange={(event) => onChange({ ...action, text: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("run.level")}
        value={action.level}
        data={(["info", "warning"] as const).map((one) => ({ value: one, label: t(`run.level_${one}`) }))}
        onChange={(event) => onChange({ ...action, level: event.currentTarget.value as "info" | "warning" })}
      />
    </div>
  );
}
