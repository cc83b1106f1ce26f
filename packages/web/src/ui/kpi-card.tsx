import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../core/format.ts";
import styles from "./kpi-card.module.css";
import { Num, type NumProps } from "./num.tsx";
import { Sparkline } from "./sparkline.tsx";
import { signed } from "./signed.ts";
import { useLocale } from "./use-locale.ts";

export interface KpiCardProps extends Omit<NumProps, "focusable" | "reasonShown"> {
  label: string;
  /**
   * Against the same time yesterday, in percent of that, or in points where the figure itself is a percentage; absent or
   * null: nothing to compare with.
   */
  change?: number | null | undefined;
  /** The last 24 h, evenly spaced, oldest first; null: not measured. */
  spark?: readonly (number | null)[] | undefined;
  /** What the figure covers, such as "41 of 44". */
  note?: string | undefined;
  /** A link to the same range in a chart, or other actions. */
  action?: ReactNode;
}

/** From this change on, percent, nobody pictures it: it is said how many times as much there is. */
const timesFrom = 200;

/** One figure of a page: label, number with unit and age, change against yesterday, history of the last 24 h. */
export function KpiCard({ label, ...figure }: KpiCardProps) {
  const labelId = useId();
  return (
    <section className="og-card og-close-stack" aria-labelledby={labelId}>
      <h2 className="og-note og-medium" id={labelId}>
        {label}
      </h2>
      <KpiFigure {...figure} />
    </section>
  );
}

/** The same in the place of a card that has its name already. */
export function KpiFigure({ change, spark, note, action, ...num }: Omit<KpiCardProps, "label">) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  // Number and noun from one rounding: half a point is rounded to different sides elsewhere.
  const points = Math.round(change ?? 0);
  return (
    <>
      <div className="og-head og-fine">
        <span className={styles.number}>
          <Num {...num} reasonShown />
        </span>
        {spark && <Sparkline values={spark} />}
      </div>
      {(typeof change === "number" || note !== undefined || action !== undefined) && (
        <div className="og-small og-wrap og-ends og-fine">
          {typeof change === "number" && (
            <span>
              {num.unit === "percent"
                ? t("kpi.changePoints", {
                    count: Math.abs(points),
                    change: signed(points, formatCount(points, locale)),
                  })
                : change >= timesFrom
                  ? t("kpi.times", { times: formatCount(Math.floor(1 + change / 100), locale) })
                  : t("kpi.change", {
                      change: signed(change, formatQuantityText(change, "percent", locale)),
                    })}
            </span>
          )}
          {note !== undefined && <span>{note}</span>}
          {action}
        </div>
      )}
    </>
  );
}
