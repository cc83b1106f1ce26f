import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import { TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useAgeWords, useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricLabel, useMetricWords } from "../values/metric-words.ts";
import { groupValues, isKnownGroup, type LatestValue, searchValues, type ValueGroup } from "../values/value-groups.ts";
import styles from "./all-values.module.css";

/** Longer groups are folded until one opens them or searches. */
const longGroup = 10;

export interface AllValuesProps {
  values: Readonly<Record<string, ValueAt>>;
  everyS: number;
  now: number;
  zone: string;
}

/**
 * Every latest value of a container with its unit and age, by kind of equipment, with a search. Folded until a person
 * opens it, and from then on as that person left it on this device.
 */
export function AllValues({ values, ...age }: AllValuesProps) {
  const { t } = useTranslation("container");
  const [isOpen, setOpen] = useLocalStorage({
    key: "offgrid.all-values",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <section aria-labelledby="container-values">
      <h2 className="og-flush" id="container-values">
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="container-values-list"
          onClick={() => setOpen(!isOpen)}
        >
          {t("values.title")}
          <span className="og-quiet og-number og-last og-normal">{Object.keys(values).length}</span>
          <IconChevronDown className={`og-icon og-no-print ${styles.chevron}`} size={18} aria-hidden />
        </button>
      </h2>
      <div id="container-values-list">{isOpen && <ValueList values={values} {...age} />}</div>
    </section>
  );
}

function ValueList({ values, ...age }: AllValuesProps) {
  const { t } = useTranslation("container");
  const labelOf = useMetricLabel();
  const [text, setText] = useState("");
  const groups = groupValues(values, labelOf);
  const found = searchValues(groups, text);
  const isSearching = text.trim() !== "";
  return (
    <>
      {groups.length > 0 && (
        <TextInput
          style={{ maxWidth: 320, margin: "12px 0" }}
          type="search"
          aria-label={t("values.search")}
          placeholder={t("values.search")}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <EmptyState
          title={t(isSearching ? "values.noMatch" : "values.none")}
          {...(isSearching ? {} : { why: t("values.noneWhy") })}
        />
      ) : (
        <div style={{ columns: "340px", columnGap: 16 }}>
          {found.map((group) => (
            <Group key={group.id} group={group} open={isSearching || group.values.length <= longGroup} {...age} />
          ))}
        </div>
      )}
    </>
  );
}

type AgeProps = Omit<AllValuesProps, "values">;

function Group({ group, open, ...age }: { group: ValueGroup; open: boolean } & AgeProps) {
  const { t } = useTranslation("container");
  return (
    <details className={styles.group} open={open}>
      <summary className={styles.summary}>
        <span>{isKnownGroup(group.id) ? t(`group.${group.id}`) : group.id}</span>
        <span className="og-quiet og-number og-last og-normal">{group.values.length}</span>
        <IconChevronDown className={`og-icon og-no-print ${styles.chevron}`} size={18} aria-hidden />
      </summary>
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t("values.name")}</th>
            <th scope="col">{t("values.value")}</th>
            <th scope="col">{t("values.age")}</th>
          </tr>
        </thead>
        <tbody>
          {group.values.map((value) => (
            <ValueRow key={value.name} value={value} {...age} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function ValueRow({ value, everyS, now, zone }: { value: LatestValue } & AgeProps) {
  const locale = useLocale();
  const freshnessOf = useFreshness();
  const { ageOf } = useAgeWords();
  const write = useMetricWords();
  const isStale = freshnessOf(value.atMs, everyS, now) === "stale";
  return (
    <tr>
      <th scope="row" className="og-muted og-anywhere" title={value.name}>
        {value.label}
      </th>
      <td className={isStale ? "og-amount og-muted" : "og-amount"}>{write(value.name, value.value)}</td>
      <td
        className={`og-amount og-muted og-text-12 ${styles.age}`}
        title={formatTime(value.atMs, "dateTime", zone, locale)}
      >
        {ageOf(value.atMs, now)}
      </td>
    </tr>
  );
}
