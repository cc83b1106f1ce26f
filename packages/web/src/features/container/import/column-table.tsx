import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../../ui/use-locale.ts";
import { type Assigned, type Draft, assigned, faultOf, roles, unitOf, unitsOf } from "./import-draft.ts";
import type { OpenedFile } from "./import.data.ts";
import styles from "./import.module.css";
import { metricOptions } from "./metric-options.ts";

export interface ColumnTableProps {
  columns: OpenedFile["columns"];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The columns of a file with their first cells, and what each of them is. */
export function ColumnTable({ columns, draft, onChange }: ColumnTableProps) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const own = Object.values(draft.metrics).map(({ metric }) => metric);
  const ownKey = own.join(" ");
  const options = useMemo(() => metricOptions(locale, ownKey.split(" ").filter(Boolean)), [locale, ownKey]);
  const seen = new Set<string>();
  const once = columns.filter(({ name }) => !seen.has(name) && seen.add(name));
  return (
    <div className="og-frame og-scroll">
      <table className={`og-table og-cell-lines ${styles.table} ${styles.columns}`} aria-label={t("columns.caption")}>
        <thead>
          <tr>
            <th scope="col">{t("columns.name")}</th>
            <th scope="col">{t("columns.samples")}</th>
            <th scope="col">{t("columns.means")}</th>
            <th scope="col">{t("columns.unit")}</th>
            <th scope="col">{t("columns.sign")}</th>
          </tr>
        </thead>
        <tbody>
          {once.map((column) => (
            <ColumnRow key={column.name} column={column} options={options} draft={draft} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnRowProps extends Omit<ColumnTableProps, "columns"> {
  column: OpenedFile["columns"][number];
  options: { value: string; label: string }[];
}

function ColumnRow({ column: { name, samples }, options, draft, onChange }: ColumnRowProps) {
  const { t } = useTranslation("import");
  const one = draft.metrics[name];
  const title = name === "" ? t("columns.unnamed") : name;
  const set = (next: Assigned) => onChange({ ...draft, metrics: { ...draft.metrics, [name]: next } });
  return (
    <tr>
      <th scope="row" className="og-anywhere">
        {title}
      </th>
      <td>
        <div className={styles.samples}>
          {samples
            .filter((cell) => cell !== "")
            .slice(0, 3)
            .join(" · ")}
        </div>
      </td>
      <td style={{ minWidth: 200 }}>
        <MeaningField {...{ name, title, one, options, draft, onChange }} onOwn={set} />
      </td>
      <td style={{ minWidth: 96 }}>{one && <UnitField title={title} one={one} onChange={set} />}</td>
      <td>
        {one && (
          <Checkbox
            label={t("columns.reversed")}
            aria-label={`${title}: ${t("columns.reversedLong")}`}
            checked={one.multiply < 0}
            onChange={() => set({ ...one, multiply: -one.multiply })}
          />
        )}
      </td>
    </tr>
  );
}

interface MeaningFieldProps extends Pick<ColumnRowProps, "options" | "draft" | "onChange"> {
  name: string;
  title: string;
  one: Assigned | undefined;
  onOwn: (one: Assigned) => void;
}

/** What a column is; a metric that the catalogue does not have is named below. */
function MeaningField({ name, title, one, options, draft, onChange, onOwn }: MeaningFieldProps) {
  const { t } = useTranslation("import");
  const isClock = draft.clockColumn === name;
  const time = draft.timeColumn === name ? roles.time : isClock ? roles.clock : undefined;
  const fault = faultOf(draft, name);
  const isOwn = one !== undefined && !findMetric(one.metric);
  const said = fault === undefined ? undefined : t(`columns.${fault}`);
  return (
    <>
      <NativeSelect
        aria-label={`${title}: ${t("columns.means")}`}
        value={time ?? (isOwn ? roles.own : (one?.metric ?? roles.skip))}
        error={isOwn ? undefined : said}
        onChange={(event) => onChange(assigned(draft, name, event.currentTarget.value))}
      >
        <option value={roles.skip}>{t("columns.skip")}</option>
        <option value={roles.time}>{t(draft.clockColumn === undefined ? "columns.time" : "columns.day")}</option>
        <option value={roles.clock}>{t("columns.clock")}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={roles.own}>{t("columns.own")}</option>
      </NativeSelect>
      {isOwn && (
        <TextInput
          mt={8}
          aria-label={`${title}: ${t("columns.ownName")}`}
          description={t("columns.ownHelp")}
          value={one.metric}
          maxLength={64}
          error={said}
          onChange={(event) => onOwn({ ...one, metric: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface UnitFieldProps {
  title: string;
  one: Assigned;
  onChange: (one: Assigned) => void;
}

function UnitField({ title, one, onChange }: UnitFieldProps) {
  const { t } = useTranslation("import");
  const units = unitsOf(one.metric);
  const known = unitOf(one);
  if (!units) return null;
  const custom = t("columns.factor", { factor: Math.abs(one.multiply) });
  return (
    <NativeSelect
      aria-label={`${title}: ${t("columns.unit")}`}
      value={known ?? ""}
      onChange={(event) => {
        const factor = units[event.currentTarget.value];
        if (factor !== undefined) onChange({ ...one, multiply: Math.sign(one.multiply) * factor });
      }}
    >
      {known === undefined && <option value="">{custom}</option>}
      {Object.keys(units).map((unit) => (
        <option key={unit} value={unit}>
          {unit}
        </option>
      ))}
    </NativeSelect>
  );
}
