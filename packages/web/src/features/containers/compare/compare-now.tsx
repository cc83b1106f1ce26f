import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { RowValue } from "@offgrid/contract/containers/row-metrics";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { atMs, isNeverSeen, valueAt } from "../../../domain/containers/container-facts.ts";
import { useKnownMs } from "../../../domain/containers/containers.data.tsx";
import { worstFirst } from "../../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { RowEnergy } from "../../../domain/containers/row-energy.tsx";
import { RowHoursLeft } from "../../../domain/containers/row-hours-left.tsx";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { Num, type NumProps } from "../../../ui/num.tsx";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { useAgeWords } from "../../../ui/use-freshness.ts";
import styles from "./compare.module.css";

/** The present figures of a few containers side by side, the one that is worst off now first. */
export function CompareNow({ containers: given, now }: { containers: readonly ContainerRow[]; now: number }) {
  const { t } = useTranslation("containers");
  const lines = useLines(now);
  const containers = worstFirst(given, useKnownMs(now));
  return (
    <ScrollBox className="og-frame" label={t("compare.figures")}>
      <table className={`${styles.now} og-table og-first-stays`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("compare.figure")}</span>
            </th>
            {containers.map((container) => (
              <th key={container.containerId} scope="col">
                <span className="og-anywhere og-strong og-text">{container.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row" className="og-muted og-medium">
                {label}
              </th>
              {containers.map((container) => (
                <td key={container.containerId}>{cell(container)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type Line = [label: string, cell: (container: ContainerRow) => ReactNode];

function useLines(now: number): Line[] {
  const { t } = useTranslation("containers");
  const { contactOf } = useAgeWords();
  const words = useEnergyWords();
  const num = (
    container: ContainerRow,
    value: number | null,
    unit: NumProps["unit"],
    at = atMs(container.valuesAt),
  ) => (
    <Num value={value} unit={unit} at={at} everyS={container.everyS} now={now} zone={container.zoneName} reasonShown />
  );
  const live = (container: ContainerRow, field: RowValue, unit: NumProps["unit"]) =>
    num(container, container[field], unit, valueAt(container, field));
  const seen = (container: ContainerRow) => {
    const at = atMs(container.lastSeen);
    return at === undefined ? missing : contactOf(at, now, container.isOnline);
  };
  return [
    [t("column.supply"), (container) => <RowEnergy container={container} now={now} />],
    [t("column.state"), (container) => (isNeverSeen(container) ? missing : <StatusMark state={container.status} />)],
    [t("column.soc"), (container) => live(container, "soc", "percent")],
    [t("column.hours"), (container) => <RowHoursLeft container={container} now={now} words={words} />],
    [t("compare.battery"), (container) => live(container, "batteryPower", "W")],
    [t("column.solar"), (container) => live(container, "solarPower", "W")],
    [t("column.load"), (container) => live(container, "loadPower", "W")],
    [t("column.energy"), (container) => num(container, container.solarGeneration, "Wh")],
    [t("compare.used"), (container) => num(container, container.energyConsumption, "Wh")],
    [t("column.seen"), seen],
    [t("column.version"), (container) => container.version ?? missing],
    [t("column.cluster"), (container) => container.cluster ?? missing],
  ];
}
