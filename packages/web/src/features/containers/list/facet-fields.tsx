import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../../ui/use-locale.ts";
import { type ListQuery, noneChosen } from "../list-choices.ts";
import type { Facet, Facets } from "../arrange.ts";
import { countryName } from "./country.ts";

export interface FacetFieldsProps {
  query: ListQuery;
  facets: Facets;
  onChange: (query: ListQuery) => void;
}

/** Narrows the list by what its containers can be told apart by; a filter with one choice alone is left out. */
export function FacetFields({ query, facets, onChange }: FacetFieldsProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const field = (
    name: "cluster" | "version" | "country" | "operator",
    found: readonly Facet[],
    none: string,
    labelOf: (facet: Facet) => string,
  ) => {
    const chosen = query[name] ?? "";
    if (found.length < 2 && chosen === "") return null;
    // What the address names is shown also where no container has it any more.
    const isKnown = chosen === "" || found.some(({ value }) => value === chosen);
    const all = isKnown ? found : [...found, { value: chosen, count: 0 }];
    return (
      <NativeSelect
        label={t(`facet.${name}`)}
        value={chosen}
        data={[
          { value: "", label: t("facet.any") },
          ...all.map((facet) => ({
            value: facet.value,
            label: t("facet.choice", {
              label: facet.value === noneChosen ? none : labelOf(facet),
              count: facet.count,
            }),
          })),
        ]}
        onChange={(event) => {
          const next = { ...query };
          if (event.currentTarget.value === "") delete next[name];
          else next[name] = event.currentTarget.value;
          onChange(next);
        }}
      />
    );
  };
  return (
    <>
      {field("cluster", facets.clusters, t("facet.noCluster"), ({ label, value }) => label ?? value)}
      {field("version", facets.versions, t("facet.unknown"), ({ value }) => value)}
      {field("country", facets.countries, t("facet.unknown"), ({ value }) => countryName(value, locale))}
      {field("operator", facets.operators, t("facet.noOperator"), ({ value }) => value)}
    </>
  );
}

/** The list's tick: favorites. */
export function FavoriteField({ query, onChange }: Pick<FacetFieldsProps, "query" | "onChange">) {
  const { t } = useTranslation("containers");
  return (
    <Checkbox
      label={t("facet.favorite")}
      checked={query.favorite === true}
      onChange={(event) => {
        const { favorite: _before, ...rest } = query;
        onChange(event.currentTarget.checked ? { ...rest, favorite: true } : rest);
      }}
    />
  );
}
