import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { furthestFutureMs } from "@offgrid/contract/core/constants";
import { IconClockExclamation, IconDatabaseExclamation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatSpan } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "../container.module.css";

/** What is wrong with the data of a container, what it means and what to do; nothing where all is well. */
export function QualityNotes({ quality, now }: { quality: ContainerInfoV4["quality"]; now: number }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const { clockOffsetS, metricsRefusedAt } = quality;
  const earliestMs = Date.parse(quality.earliest);
  return (
    <>
      {clockOffsetS !== null && (
        <p className={styles.note} role="status">
          <IconClockExclamation size={20} aria-hidden />
          <span>
            {t(clockOffsetS > 0 ? "clock.ahead" : "clock.behind", {
              span: formatSpan(Math.abs(clockOffsetS) * 1_000, locale),
            })}{" "}
            {t(isPossible(now + clockOffsetS * 1_000, { earliestMs, now }) ? "clock.late" : "clock.refused")}{" "}
            {t("clock.remedy")}
          </span>
        </p>
      )}
      {metricsRefusedAt !== null && (
        <p className={styles.note}>
          <IconDatabaseExclamation size={20} aria-hidden />
          <span>{t("overLimit")}</span>
        </p>
      )}
    </>
  );
}

/** Does the portal store frames of this time? */
function isPossible(atMs: number, { earliestMs, now }: { earliestMs: number; now: number }): boolean {
  return atMs >= earliestMs && atMs <= now + furthestFutureMs;
}
