import { VisuallyHidden } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type QuantityUnit, formatQuantity } from "../core/format.ts";
import { formatAge, formatSilence, formatTime } from "../core/time.ts";
import { ageMs } from "./freshness.ts";
import { Hint } from "./hint.tsx";
import styles from "./num.module.css";
import { useFreshness } from "./use-freshness.ts";
import { browserZone, useLocale } from "./use-locale.ts";

export interface NumProps {
  /** In `unit`; null or undefined: missing, shown as a dash. */
  value: number | null | undefined;
  unit: QuantityUnit;
  /** When it was measured, epoch seconds or milliseconds; undefined: never. */
  at?: number | undefined;
  /** Expected seconds between two values. */
  everyS: number;
  /** The present, epoch milliseconds, from the tick. */
  now: number;
  /** Zone in which days and times are written; absent: the browser's. */
  zone?: string;
  /** `delayed`: measured long before it arrived. `estimate`: calculated, not measured. */
  origin?: "live" | "delayed" | "estimate";
  /** False inside a row or card that is one link already: no focus stop and no tooltip of its own. */
  focusable?: boolean;
  /** True where there is room to write why a value is missing, and what an age is the age of. */
  reasonShown?: boolean;
}

/** A figure with its unit and its age: plain when fresh, its age beside it when late, muted with a clock when stale, and while nothing comes. */
export function Num({
  value,
  unit,
  at,
  everyS,
  now,
  zone = browserZone,
  origin = "live",
  focusable = true,
  reasonShown = false,
}: NumProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const hasValue = typeof value === "number" && Number.isFinite(value);
  const level = hasValue ? freshnessOf(at, everyS, now) : "none";
  const quantity = formatQuantity(value, unit, locale);
  const sayAge = level === "stale" ? formatSilence : formatAge;
  const age = at === undefined ? undefined : sayAge(ageMs(at, now), locale);
  const when = at === undefined ? undefined : formatTime(at, "dateTime", zone, locale);

  const hints = [
    when === undefined ? t("num.never") : hasValue ? `${age}: ${when} (${zone})` : t("num.noneSince", { when }),
    origin === "live" ? undefined : t(`num.${origin}`),
  ];

  const figure = (
    <span
      className={styles.num}
      data-level={level}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its age shall be within reach of the keyboard
      tabIndex={focusable ? 0 : undefined}
    >
      {level === "stale" && <IconClock className="og-fixed og-at-mid" size={14} aria-hidden />}
      {origin === "estimate" && hasValue && <span aria-hidden>≈</span>}
      {origin === "delayed" && hasValue && <span className={styles.delayed} aria-hidden />}
      <span>{quantity.number}</span>
      {quantity.unit && <span className={styles.unit}>{quantity.unit}</span>}
      {age !== undefined && hasValue && (level === "late" || level === "stale") && (
        <span className={styles.age}>{reasonShown ? t("num.measured", { age }) : age}</span>
      )}
      {!hasValue &&
        (reasonShown ? (
          <span className={styles.age}>{hints[0]}</span>
        ) : (
          <VisuallyHidden component="span">{hints[0]}</VisuallyHidden>
        ))}
    </span>
  );
  if (!focusable) return figure;
  return (
    <Hint label={hints.filter(Boolean).join(". ")} events={{ hover: true, focus: true, touch: true }} multiline>
      {figure}
    </Hint>
  );
}
