import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { RowValue } from "@offgrid/contract/containers/row-metrics";
import { IconClock } from "@tabler/icons-react";

import { formatQuantity } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { Num } from "../../ui/num.tsx";
import { useAgeWords } from "../../ui/use-freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { valueAt } from "./container-facts.ts";
import { useRowAge } from "./use-row-age.ts";
import styles from "./row-figure.module.css";
import { shownCharge } from "../container/charge-text.ts";

export interface RowFigureProps {
  container: ContainerRow;
  field: RowValue;
  unit: "W" | "percent";
  now: number;
  /** True in a table, which has no room beside a figure: its age is below it. */
  stacked?: boolean;
  /** True where people read this figure alone: its age stands beside it even if the whole row is as old. */
  aged?: boolean;
}

/**
 * A live value of a row. The row or card says once how old its values are; one that is older than these says it by
 * itself.
 */
export function RowFigure({ container, field, unit, now, stacked = false, aged = false }: RowFigureProps) {
  const locale = useLocale();
  const { isValueStale } = useRowAge();
  const { ageOf } = useAgeWords();
  const value = field === "soc" ? shownCharge(container.soc, container.reserveSoc) : container[field];
  const quantity = formatQuantity(value, unit, locale);
  const at = valueAt(container, field);
  const isApart = container.olderAt[field] !== undefined || (aged && isValueStale(container, field, now));
  if (isApart && value !== null && at !== undefined) {
    if (stacked) {
      return (
        <span className={styles.older} title={formatTime(at, "dateTime", container.zoneName, locale)}>
          <span className={styles.value}>
            <IconClock size={14} aria-hidden />
            {`${quantity.number}\u00a0${quantity.unit}`}
          </span>
          <span className="og-normal og-text-12 og-line-16">{ageOf(at, now)}</span>
        </span>
      );
    }
    return (
      <Num
        value={value}
        unit={unit}
        at={at}
        everyS={container.everyS}
        now={now}
        zone={container.zoneName}
        focusable={false}
      />
    );
  }
  return (
    <span className="og-number">
      {quantity.number}
      {quantity.unit && <span className="og-beside og-text-12">{`\u00a0${quantity.unit}`}</span>}
    </span>
  );
}
