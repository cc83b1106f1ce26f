import { Button, NativeSelect } from "@mantine/core";
import { conditionWords } from "@offgrid/contract/automations/automation-words";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import {
  type Condition,
  depthOf,
  type Group,
  type Leaf,
  newLeaf,
  withCondition,
  withoutCondition,
} from "./automation-input.ts";
import type { Editing } from "./editing.ts";
import { LeafFields } from "./leaf-fields.tsx";

/** Groups stand so deep in the editor; deeper ones are shown in words. */
const deepest = 2;
const leafKinds = ["metric", "output", "time", "sun"] as const satisfies readonly Leaf["kind"][];

interface ConditionsProps {
  path: string;
  /** Undefined: there is none. */
  condition: Condition | undefined;
  /** It may be removed altogether. */
  isOptional?: boolean;
  edit: Editing;
  onChange: (condition: Condition | undefined) => void;
}

/** One condition, or several and how they count together. */
export function ConditionsField({ path, condition, isOptional = false, edit, onChange }: ConditionsProps) {
  const { t } = useTranslation("automations");
  const add = (more: Condition) => onChange(withCondition(condition, more));
  if (condition?.kind === "group") {
    return <GroupBlock path={path} group={condition} depth={1} edit={edit} onChange={onChange} />;
  }
  return (
    <div className="og-close-stack">
      {condition && (
        <LeafBlock
          path={path}
          condition={condition}
          edit={edit}
          onChange={onChange}
          onRemove={isOptional ? () => onChange(undefined) : undefined}
        />
      )}
      <div className="og-line">
        <Button variant="default" onClick={() => add(newLeaf("metric", edit.offer))}>
          {t(condition ? "condition.addMore" : "condition.add")}
        </Button>
      </div>
    </div>
  );
}

interface GroupProps {
  path: string;
  group: Group;
  /** 1 is the outermost. */
  depth: number;
  edit: Editing;
  /** Undefined: its last condition was removed. */
  onChange: (condition: Condition | undefined) => void;
}

function GroupBlock({ path, group, depth, edit, onChange }: GroupProps) {
  const { t } = useTranslation("automations");
  const change = (place: number, next: Condition | undefined) =>
    onChange(next ? { ...group, of: group.of.with(place, next) } : withoutCondition(group, place));
  const fault = edit.faultAt(`${path}.of`);
  return (
    <div className="og-close-stack" role="group" aria-label={t("condition.group")}>
      <NativeSelect
        label={t("condition.match")}
        value={group.match}
        data={(["all", "any", "none"] as const).map((one) => ({ value: one, label: t(`condition.match_${one}`) }))}
        error={group.of.length === 0 && fault}
        onChange={(event) => onChange({ ...group, match: event.currentTarget.value as Group["match"] })}
      />
      <ul className="og-plain-list og-close-stack">
        {group.of.map((one, place) => (
          <li key={place}>
            <Part
              path={`${path}.of.${place}`}
              {...{ depth, edit }}
              condition={one}
              onChange={(next) => change(place, next)}
            />
          </li>
        ))}
      </ul>
      <div className="og-line">
        <Button variant="default" onClick={() => onChange(withCondition(group, newLeaf("metric", edit.offer)))}>
          {t("condition.addMore")}
        </Button>
        {depth < deepest && (
          <Button
            variant="subtle"
            onClick={() =>
              onChange(withCondition(group, { kind: "group", match: "any", of: [newLeaf("metric", edit.offer)] }))
            }
          >
            {t("condition.addGroup")}
          </Button>
        )}
      </div>
    </div>
  );
}

type PartProps = Omit<GroupProps, "group"> & { condition: Condition };

function Part({ condition, depth, ...props }: PartProps) {
  const { onChange } = props;
  if (condition.kind !== "group") {
    return <LeafBlock {...props} condition={condition} onRemove={() => onChange(undefined)} />;
  }
  if (depth >= deepest || depthOf(condition) > deepest - depth) {
    return <InWords condition={condition} onRemove={() => onChange(undefined)} />;
  }
  return (
    <Box>
      <GroupBlock {...props} group={condition} depth={depth + 1} />
    </Box>
  );
}

/** What another program has made, and is too deep to be edited here, stays as it is. */
function InWords({ condition, onRemove }: { condition: Condition; onRemove: () => void }) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  return (
    <Box>
      <p className="og-flush og-anywhere">{conditionWords(condition, locale, names)}</p>
      <p className="og-note">{t("inWords")}</p>
      <RemoveButton label={t("condition.remove")} onClick={onRemove} />
    </Box>
  );
}

interface LeafBlockProps {
  path: string;
  condition: Leaf;
  edit: Editing;
  onChange: (condition: Leaf) => void;
  /** Absent: it has to stay. */
  onRemove: (() => void) | undefined;
}

function LeafBlock({ path, condition, edit, onChange, onRemove }: LeafBlockProps) {
  const { t } = useTranslation("automations");
  return (
    <Box>
      <div className="og-head">
        <NativeSelect
          label={t("condition.kind")}
          value={condition.kind}
          data={leafKinds.map((kind) => ({ value: kind, label: t(`condition.kinds.${kind}`) }))}
          onChange={(event) => onChange(newLeaf(event.currentTarget.value as Leaf["kind"], edit.offer))}
        />
        {onRemove && <RemoveButton label={t("condition.remove")} onClick={onRemove} />}
      </div>
      <LeafFields path={path} condition={condition} edit={edit} onChange={onChange} />
    </Box>
  );
}

/** The frame of a block. */
export function Box({ children }: { children: ReactNode }) {
  return (
    <div className="og-box og-close-stack" style={{ padding: 12 }}>
      {children}
    </div>
  );
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation("automations");
  return (
    <Button variant="subtle" color="red" aria-label={label} onClick={onClick}>
      {t("remove")}
    </Button>
  );
}
