import type { ValueAt } from "@offgrid/contract/containers/containers.schema";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime } from "../../../core/time.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ageMs, freshnessOf } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricWords } from "../metric-words.ts";
import { groupValues, isKnownGroup, type LatestValue, searchValues, type ValueGroup } from "../value-groups.ts";
import styles from "./all-values.module.css";

/** Longer groups are folded until one opens them or searches. */
const longGroup = 10;

export interface AllValuesProps {
  values: Readonly<Record<string, ValueAt>>;
  everyS: number;
  now: number;
  zone: string;
}

/** Every latest value of a container with its unit and age, by kind of equipment, with a search. */
export function AllValues({ values, ...age }: AllValuesProps) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const [text, setText] = useState("");
  const groups = useMemo(() => groupValues(values, locale), [values, locale]);
  const found = searchValues(groups, text);
  const isSearching = text.trim() !== "";
  return (
    <section aria-labelledby="container-values">
      <div className={styles.head}>
        <h2 className="og-title" id="container-values">
          {t("values.title")}
        </h2>
        {groups.length > 0 && (
          <TextInput
            className={styles.search}
            type="search"
            aria-label={t("values.search")}
            placeholder={t("values.search")}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState
          title={t(isSearching ? "values.noMatch" : "values.none")}
          {...(isSearching ? {} : { why: t("values.noneWhy") })}
        />
      ) : (
        <div className={styles.groups}>
          {found.map((group) => (
            <Group key={group.id} group={group} open={isSearching || group.values.length <= longGroup} {...age} />
          ))}
        </div>
      )}
    </section>
  );
}

type AgeProps = Omit<AllValuesProps, "values">;

function Group({ group, open, ...age }: { group: ValueGroup; open: boolean } & AgeProps) {
  const { t } = useTranslation("container");
  return (
    <details className={styles.group} open={open}>
      <summary className={styles.summary}>
        <span>{isKnownGroup(group.id) ? t(`group.${group.id}`) : group.id}</span>
        <span className={styles.count}>{group.values.length}</span>
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
  const write = useMetricWords();
  return (
    <tr data-level={freshnessOf(value.atMs, everyS, now)}>
      <th scope="row" title={value.name}>
        {value.label}
      </th>
      <td className={styles.value}>{write(value.name, value.value)}</td>
      <td className={styles.age} title={formatTime(value.atMs, "dateTime", zone, locale)}>
        {formatAge(ageMs(value.atMs, now), locale)}
      </td>
    </tr>
  );
}
