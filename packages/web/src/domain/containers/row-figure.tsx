import type { ContainerRow, RowValue } from "@offgrid/contract/containers/containers.schema";

import { formatQuantity } from "../../core/format.ts";
import { Num } from "../../ui/num.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { valueAt } from "./container-facts.ts";
import styles from "./row-figure.module.css";

export interface RowFigureProps {
  container: ContainerRow;
  field: RowValue;
  unit: "W" | "percent";
  now: number;
}

/**
 * A live value of a row. The row or card says once how old its values are; one that is older than these says it by
 * itself.
 */
export function RowFigure({ container, field, unit, now }: RowFigureProps) {
  const locale = useLocale();
  const value = container[field];
  if (container.olderAt[field] !== undefined && value !== null) {
    return (
      <Num
        value={value}
        unit={unit}
        at={valueAt(container, field)}
        everyS={container.everyS}
        now={now}
        zone={container.zoneName}
        focusable={false}
      />
    );
  }
  const quantity = formatQuantity(value, unit, locale);
  return (
    <span className="og-number">
      {quantity.number}
      {quantity.unit && <span className={styles.unit}>{`\u00a0${quantity.unit}`}</span>}
    </span>
  );
}
