import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { ContainerChoice } from "./containers.data.tsx";

interface Props {
  label: string;
  /** Those to choose from; undefined until they are known. */
  containers: readonly ContainerChoice[] | undefined;
  value: string | undefined;
  /** One has to be chosen: without one, nothing is meant yet. */
  isNeeded?: boolean;
  /** What is said where none is chosen; left out: that any is meant, as of a filter. */
  noneLabel?: string;
  error?: string | undefined;
  onChange: (containerId: string | undefined) => void;
}

/** Filters by one container, found by its name. */
export function ContainerSelect({ label, containers = [], value, isNeeded = false, ...rest }: Props) {
  const { noneLabel, error, onChange } = rest;
  const { t } = useTranslation("container-facts");
  // An address may name one that is gone, or that its reader does not see.
  const isGone = value !== undefined && containers.every(({ id }) => id !== value);
  const kept = isGone ? [{ value, label: value }] : [];
  const none = noneLabel ?? t(isNeeded ? "choice.choose" : "choice.any");
  return (
    <Select
      label={label}
      placeholder={none}
      data={[...kept, ...containers.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? null}
      error={error}
      searchable
      clearable={!isNeeded}
      limit={100}
      clearButtonProps={{ "aria-label": none }}
      nothingFoundMessage={t("choice.none")}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
