import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatSilence } from "../../../core/time.ts";
import { atMs } from "../../../domain/containers/container-facts.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "../container.module.css";

/** Says above all figures that they are the last known ones. Where there are none, the header says why. */
export function OfflineNote({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const seen = atMs(info.lastSeen);
  if (seen === undefined) return null;
  return (
    <p className={styles.note}>
      <IconPlugConnectedX size={20} aria-hidden />
      <span>{t("lastKnown", { age: formatSilence(ageMs(seen, now), locale) })}</span>
    </p>
  );
}
