import type { Unit } from "@offgrid/contract/telemetry/metrics";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { axisFormat, formatQuantityText } from "../../../core/format.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./heat-map.module.css";

export interface HeatMapProps {
  /** Read out, and the name of the frame that scrolls. */
  label: string;
  /** Heads of the columns, such as the hours of a day. */
  columns: readonly string[];
  rows: readonly { id: string; head: ReactNode; cells: readonly HeatCell[] }[];
  unit: Unit;
  /** The values that have the lightest and the darkest ground. */
  scale: { low: number; high: number };
  /** Smallest difference that is written, in `unit`. */
  step: number;
  color: "soc" | "load";
  /** Values that are shown below this one are marked, such as a charge below the reserve. */
  lowBelow?: number;
}

/** How much of the colour the darkest ground has, percent: figures on it stay readable. */
const deepest = { soc: 64, load: 48 } as const;

/** A value; null: not measured; undefined: still to come, or not there on that day. */
export type HeatCell = number | null | undefined;

/**
 * Values by two times, each as a number on a ground that is the darker the more it is. Gaps are hatched. A phone has no room
 * for 24 columns: there the hours are the rows.
 */
export function HeatMap({ label, columns, rows, unit, scale, step, color, lowBelow }: HeatMapProps) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  // One unit for all, so that numbers can be compared.
  const { format } = axisFormat(unit, scale.high, step, locale);
  const share = (value: number) =>
    Math.min(1, Math.max(0, (value - scale.low) / Math.max(1e-9, scale.high - scale.low)));
  // By what is written: two cells that read the same must look the same.
  const toStep = (value: number) => Math.round(value / step);
  const phone = useIsPhone();
  const heads = phone ? rows.map(({ id, head }) => ({ id, head })) : columns.map((head) => ({ id: head, head }));
  const lines = phone
    ? columns.map((head, index) => ({ id: head, head, cells: rows.map(({ cells }) => cells[index]) }))
    : rows;
  return (
    <ScrollBox label={label}>
      <table className={styles.map} data-color={color} data-phone={phone || undefined}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t(phone ? "heat.hour" : "heat.day")}</span>
            </th>
            {heads.map(({ id, head }) => (
              <th key={id} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, head, cells }) => (
            <tr key={id}>
              <th scope="row">{head}</th>
              {heads.map(({ id: column }, index) => {
                const value = cells[index];
                if (typeof value !== "number") {
                  return (
                    <td key={column} data-gap={value === null || undefined}>
                      <span className="visually-hidden">{t(value === null ? "heat.gap" : "heat.none")}</span>
                    </td>
                  );
                }
                return (
                  <td
                    key={column}
                    data-low={(lowBelow !== undefined && toStep(value) < toStep(lowBelow)) || undefined}
                    style={{ "--share": `${Math.round(share(value) * deepest[color])}%` } as CSSProperties}
                    title={formatQuantityText(value, unit, locale)}
                  >
                    {format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
