import { VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { chargeText } from "./charge-text.ts";
import { chargeMarks, type ChargeState, isBelowReserve, type SupplyNow } from "./charge-marks.ts";
import styles from "./soc-bar.module.css";
import { useLocale } from "../../ui/use-locale.ts";

export interface SocBarProps {
  /** 0..100; null or undefined: unknown. */
  percent: number | null | undefined;
  state: ChargeState;
  /** Below it the charge is low, 0..100. */
  reservePercent?: number | undefined;
  /** How its container is supplied. */
  energy?: SupplyNow | undefined;
  /** False where the figure is already beside the bar; screen readers still read the state. */
  wordsShown?: boolean;
  /** Named for readers where several stand on a page. */
  label?: string;
  /** How old the figure is, where that is not said beside the bar. */
  age?: string | undefined;
}

/** State of charge as a horizontal battery: ten ticks, fill, reserve line, and the state as text. */
export function SocBar({ percent, state, reservePercent, energy, wordsShown = true, label, age }: SocBarProps) {
  const { t } = useTranslation("container-facts");
  const locale = useLocale();
  const known = typeof percent === "number" && Number.isFinite(percent);
  const filled = known ? Math.min(100, Math.max(0, percent)) : 0;
  const now = known && state !== "stale" ? filled : undefined;
  const marks = chargeMarks(now, { reservePercent, energy });
  const shown = known ? state : "unknown";
  const number = chargeText(percent, reservePercent, locale);
  const words = [t(`charge.${shown}`), age, isBelowReserve(now, reservePercent) ? t("charge.belowReserve") : undefined]
    .filter(Boolean)
    .join(", ");

  return (
    <div className={`${styles.soc} og-charge`} data-state={shown} {...marks}>
      <VisuallyHidden component="span">{label ?? t("charge.label")}</VisuallyHidden>
      <div className={styles.cell} aria-hidden>
        {known && <div className={styles.fill} style={{ width: `${filled}%` }} />}
        <div className={styles.ticks} />
        {known && reservePercent !== undefined && (
          <div className={styles.reserve} style={{ left: `${reservePercent}%` }} />
        )}
      </div>
      {!wordsShown && <VisuallyHidden component="span">{words}</VisuallyHidden>}
      {wordsShown && (
        <div className={styles.words}>
          <span className={styles.number}>{number}</span>
          <Direction state={shown} />
          <span>{words}</span>
          {reservePercent !== undefined && (
            <span className="og-last">
              {t("charge.reserve", { percent: formatQuantityText(reservePercent, "percent", locale) })}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

const directions: Partial<Record<ChargeState | "unknown", typeof IconArrowUp>> = {
  charging: IconArrowUp,
  discharging: IconArrowDown,
};

/** Where the charge goes, beside the words that say it. */
function Direction({ state }: { state: ChargeState | "unknown" }) {
  const Icon = directions[state];
  return Icon && <Icon className="og-fixed og-at-mid" size={14} aria-hidden />;
}
