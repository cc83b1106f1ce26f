import { Button, Checkbox, Select } from "@mantine/core";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { NumberField } from "../../ui/number-field.tsx";
import type { Editing } from "./editing.ts";
import { LevelFields } from "./level-fields.tsx";
import { type Condition, isByDays, type Override, partsOf, withOptional } from "./rule-input.ts";

interface OwnProps {
  path: string;
  number: number;
  condition: Condition;
  own: Override;
  /** The others, whose places cannot be chosen again. */
  taken: readonly Override[];
  edit: Editing;
  onChange: (own: Override) => void;
  onRemove: () => void;
}

/** One place with levels of its own. */
export function OverrideFields({ path, number, condition, own, taken, edit, onChange, onRemove }: OwnProps) {
  const { t } = useTranslation("warnings");
  const isOff = own.off === true;
  const who = keyOf(own);
  const { containerId: _container, clusterId: _cluster, kitId: _kit, ...levels } = own;
  return (
    <fieldset className="og-plain-group og-close-stack">
      {/* The field below shows it. */}
      <legend className="visually-hidden">
        {who === undefined ? t("overrides.one", { number }) : edit.whose(own)}
      </legend>
      <div className="og-grid og-mid og-top" style={columns(180, { isFilled: true })}>
        <Select
          label={t("overrides.who")}
          data={usePlaces(edit, own, taken)}
          value={who ?? null}
          error={edit.faultAt(`${path}.containerId`)}
          openOnFocus={false}
          searchable
          limit={100}
          nothingFoundMessage={t("overrides.nobody")}
          onChange={(key) => onChange({ ...placeOf(key), ...levels })}
        />
        {!isOff && <OwnLevels {...{ path, condition, own, edit, onChange }} />}
      </div>
      <div className="og-line">
        <Checkbox
          label={t("overrides.off")}
          checked={isOff}
          onChange={(event) => onChange(withOptional(own, "off", event.currentTarget.checked || undefined))}
        />
        <Button
          variant="subtle"
          color="red"
          aria-label={t("overrides.remove", { name: who === undefined ? number : edit.whose(own) })}
          onClick={onRemove}
        >
          {t("more.remove")}
        </Button>
      </div>
    </fieldset>
  );
}

/** What is left empty is as it is everywhere; only a clear level belongs to its threshold. */
function OwnLevels({ path, condition, own, edit, onChange }: Omit<OwnProps, "number" | "taken" | "onRemove">) {
  const { t } = useTranslation("warnings");
  const isDays = isByDays(condition);
  const isOwnClear = own.threshold !== undefined && condition.clearAt !== undefined;
  return (
    <>
      <LevelFields
        path={path}
        condition={condition}
        levels={own}
        edit={edit}
        isOptional
        clearHelp={isOwnClear ? t("overrides.clearHelp") : undefined}
        onChange={({ threshold, clearAt }) => {
          const isEmpty = typeof threshold === "object" && partsOf(threshold).length === 0;
          onChange(withOptional(withOptional(own, "threshold", isEmpty ? undefined : threshold), "clearAt", clearAt));
        }}
      />
      {warningTypes[condition.type].threshold !== "count" && (
        <NumberField
          label={t(isDays ? "condition.days" : "condition.duration")}
          value={own.duration}
          isOptional
          factor={isDays ? 86_400 : 60}
          error={edit.faultAt(`${path}.duration`)}
          onChange={(duration) => onChange(withOptional(own, "duration", duration))}
        />
      )}
    </>
  );
}

/** A container wins over its cluster, and that over its kit. */
function usePlaces({ places, whose }: Editing, own: Override, taken: readonly Override[]) {
  const { t } = useTranslation("warnings");
  const isTaken = new Set(taken.map(keyOf));
  const groups = [
    {
      group: t("overrides.containers"),
      items: places.containers.map(({ id, name }) => ({ value: `c:${id}`, label: name })),
    },
    {
      group: t("overrides.clusters"),
      items: places.clusters.map(({ id, name }) => ({ value: `l:${id}`, label: name })),
    },
    { group: t("overrides.kits"), items: places.kits.map(({ id, name }) => ({ value: `k:${id}`, label: name })) },
  ].map(({ group, items }) => ({ group, items: items.filter(({ value }) => !isTaken.has(value)) }));
  const key = keyOf(own);
  // What somebody sees no longer stays until it is removed.
  if (key !== undefined && !groups.some(({ items }) => items.some(({ value }) => value === key)))
    groups[0]?.items.unshift({ value: key, label: whose(own) });
  return groups.filter(({ items }) => items.length > 0);
}

/** Ids of containers, clusters and kits may be alike. */
function keyOf({ containerId, clusterId, kitId }: Override): string | undefined {
  if (containerId !== undefined) return `c:${containerId}`;
  if (clusterId !== undefined) return `l:${clusterId}`;
  return kitId === undefined ? undefined : `k:${kitId}`;
}

function placeOf(key: string | null): Pick<Override, "containerId" | "clusterId" | "kitId"> {
  const id = key?.slice(2);
  if (key === null || id === undefined) return {};
  if (key.startsWith("c:")) return { containerId: id };
  return key.startsWith("l:") ? { clusterId: id } : { kitId: id };
}
