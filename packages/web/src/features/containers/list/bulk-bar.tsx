import { Button } from "@mantine/core";
import { IconColumns2, IconCpu, IconFolderPlus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { mostCompared } from "../list-choices.ts";
import styles from "./bulk-bar.module.css";

export interface BulkBarProps {
  count: number;
  onCompare: () => void;
  /** Absent: not for this person. */
  onGroup: (() => void) | undefined;
  onUpgrade: (() => void) | undefined;
  onClear: () => void;
}

/** What can be done with the containers that are selected. */
export function BulkBar({ count, onCompare, onGroup, onUpgrade, onClear }: BulkBarProps) {
  const { t } = useTranslation("containers");
  const why =
    count > mostCompared ? t("select.tooMany", { count: mostCompared }) : count < 2 ? t("select.tooFew") : undefined;
  return (
    <section className={styles.bar} aria-label={t("select.bar")}>
      <output className="og-strong">{t("select.count", { count })}</output>
      <Button
        variant="default"
        leftSection={<IconColumns2 size={16} aria-hidden />}
        disabled={why !== undefined}
        onClick={onCompare}
      >
        {t("select.compare")}
      </Button>
      {onGroup && (
        <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={onGroup}>
          {t("select.group")}
        </Button>
      )}
      {onUpgrade && (
        <Button variant="default" leftSection={<IconCpu size={16} aria-hidden />} onClick={onUpgrade}>
          {t("select.upgrade")}
        </Button>
      )}
      <Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
        {t("select.clear")}
      </Button>
      {why !== undefined && <span className="og-note">{why}</span>}
    </section>
  );
}
