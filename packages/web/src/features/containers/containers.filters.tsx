import { CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import type { ContainersSearch } from "./containers.route.ts";
import { type SiteSort, type SiteState, siteSorts, siteStates } from "./list-choices.ts";

/** Typing rests this long before the list and the address follow. */
const typingMs = 150;

export interface ContainerFiltersProps {
  search: ContainersSearch;
  /** What each filter would leave of the containers found. */
  counts: Record<SiteState, number>;
  total: number;
  /** True where no column headers offer the order. */
  withSort: boolean;
  onChange: (search: ContainersSearch) => void;
}

/** Search by name or id, filter by state, and order. */
export function ContainerFilters({ search, counts, total, withSort, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { search: _text, status: _status, ...order } = search;
  const choose = (status: SiteState | undefined) =>
    onChange({ ...order, ...(search.search ? { search: search.search } : {}), ...(status ? { status } : {}) });
  const find = (text: string) =>
    onChange({
      ...order,
      ...(text === "" ? {} : { search: text }),
      ...(search.status ? { status: search.status } : {}),
    });
  const sortBy = (sort: SiteSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = search;
    onChange(sort === "state" ? rest : { ...rest, sort });
  };

  return (
    <div className={styles.bar}>
      <SearchField text={search.search ?? ""} onText={find} />
      <fieldset className={styles.chips} aria-label={t("filter")}>
        <button type="button" className={styles.chip} aria-pressed={!search.status} onClick={() => choose(undefined)}>
          {t("all")} <span className={styles.count}>{formatCount(total, locale)}</span>
        </button>
        {siteStates.map((state) => (
          <button
            key={state}
            type="button"
            className={styles.chip}
            aria-pressed={search.status === state}
            onClick={() => choose(search.status === state ? undefined : state)}
          >
            <StatusMark state={state} /> <span className={styles.count}>{formatCount(counts[state], locale)}</span>
          </button>
        ))}
      </fieldset>
      {withSort && (
        <NativeSelect
          className={styles.sort}
          label={t("sort.label")}
          value={search.sort ?? "state"}
          data={siteSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          onChange={(event) => sortBy(event.currentTarget.value as SiteSort)}
        />
      )}
    </div>
  );
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation("containers");
  // While one types, the field is ahead of the address; otherwise it shows what the address says.
  const [typed, setTyped] = useState<string>();
  const follow = useDebouncedCallback(onText, typingMs);
  const shown = typed ?? text;
  const tell = (next: string) => {
    setTyped(undefined);
    onText(next);
  };
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t("search")}
      placeholder={t("search")}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={shown !== "" && <CloseButton size="sm" aria-label={t("clearSearch")} onClick={() => tell("")} />}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        follow(event.currentTarget.value.trim());
      }}
      onBlur={() => typed !== undefined && tell(typed.trim())}
    />
  );
}
