import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricLabel, useMetricWords } from "../values/metric-words.ts";
import type { DeviceFacts } from "@offgrid/contract/devices/device-facts";
import styles from "./devices.module.css";

export interface DeviceValuesProps {
  facts: DeviceFacts;
  info: ContainerInfoV4;
  now: number;
  /** The metric whose history is shown; absent or of another device: the first. */
  chosen: string | undefined;
  onChoose: (metric: string) => void;
  /** The history of a metric over 24 hours. */
  history: (metric: string) => ReactNode;
}

/** All of one device: what it is, each value with its age, and the history of one of them. */
export function DeviceValues({ facts, info, now, chosen, onChoose, history }: DeviceValuesProps) {
  const { t } = useTranslation("devices");
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const write = useMetricWords();
  const { device, metrics, state } = facts;
  const metric = metrics.find((one) => one === chosen) ?? metrics[0];
  const label = useMetricLabel();
  const about = [
    ["maker", device.maker],
    ["model", device.model],
    ["serial", device.serial],
    ["firmware", device.software],
    ["type", device.typeName],
    ["address", device.address],
  ] as const;
  return (
    <div className="og-stack">
      {about.some(([, value]) => value) && (
        <dl className={styles.values}>
          {about
            .filter(([id, value]) => value !== undefined || (id !== "type" && id !== "address"))
            .map(([id, value]) => (
              <div key={id}>
                <dt>{t(`about.${id}`)}</dt>
                <dd>{value ?? "—"}</dd>
              </div>
            ))}
        </dl>
      )}
      {metric === undefined ? (
        <p className="og-small og-anywhere">{t(`state.${state}`)}</p>
      ) : (
        <>
          <table className={`og-table ${styles.table}`}>
            <caption className="visually-hidden">{t("values")}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{t("column.name")}</th>
                <th scope="col">{t("column.value")}</th>
                <th scope="col">{t("column.age")}</th>
              </tr>
            </thead>
            <tbody>
              {metrics.map((name) => {
                const found = info.values[name];
                const atMs = found && Date.parse(found.at);
                return (
                  <tr key={name} data-old={freshnessOf(atMs, info.everyS, now) === "stale" || undefined}>
                    <th scope="row">{label(name)}</th>
                    <td>{write(name, found?.value)}</td>
                    <td className="og-muted">
                      {atMs !== undefined && (
                        <span title={formatTime(atMs, "dateTime", info.zoneName, locale)}>{ageOf(atMs, now)}</span>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <NativeSelect
            label={t("history")}
            value={metric}
            data={metrics.map((name) => ({ value: name, label: label(name) }))}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
          {history(metric)}
        </>
      )}
    </div>
  );
}
