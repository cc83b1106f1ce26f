import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { hasOldValue } from "../../../domain/containers/container-facts.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import styles from "../containers.module.css";

/** How many of all containers are shown, and how many of them have old values. */
export function Shown({
  rows,
  total,
  isNarrowed: narrowed,
  now,
}: {
  rows: readonly ContainerRow[];
  total: number;
  isNarrowed: boolean;
  now: number;
}) {
  const { t } = useTranslation("containers");
  const old = rows.filter((container) => hasOldValue(container, now)).length;
  return (
    <p className={narrowed || old > 0 ? styles.shown : "visually-hidden"}>
      <output className={narrowed ? undefined : "visually-hidden"}>
        {narrowed ? t("showing", { shown: rows.length, total }) : t("found", { count: rows.length })}
      </output>
      {old > 0 && <span>{t("old", { count: old })}</span>}
    </p>
  );
}

/** A query that nothing fits. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("containers");
  return (
    <EmptyState
      title={t("noMatch.title")}
      why={t("noMatch.why")}
      icon={<IconSearchOff size={40} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("noMatch.clear")}
        </Button>
      }
    />
  );
}
