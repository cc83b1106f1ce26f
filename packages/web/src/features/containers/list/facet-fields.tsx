import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "../../../ui/use-locale.ts";
import { type SiteWish, noneChosen } from "../list-choices.ts";
import type { Facet, Facets } from "../site-list.ts";
import { countryName } from "./country.ts";

export interface FacetFieldsProps {
  wish: SiteWish;
  facets: Facets;
  onChange: (wish: SiteWish) => void;
}

/** Narrows the list by what its containers can be told apart by; a filter with one choice alone is left out. */
export function FacetFields({ wish, facets, onChange }: FacetFieldsProps) {
  const { t } = useTranslation("container-list");
  const locale = useLocale();
  const field = (
    name: "cluster" | "version" | "country",
    found: readonly Facet[],
    none: string,
    labelOf: (facet: Facet) => string,
  ) => {
    const chosen = wish[name] ?? "";
    if (found.length < 2 && chosen === "") return null;
    // What the address names is shown also where no container has it any more.
    const isKnown = chosen === "" || found.some(({ value }) => value === chosen);
    const all = isKnown ? found : [...found, { value: chosen, count: 0 }];
    return (
      <NativeSelect
        aria-label={t(`facet.${name}`)}
        value={chosen}
        data={[
          { value: "", label: t("facet.any", { label: t(`facet.${name}`) }) },
          ...all.map((facet) => ({
            value: facet.value,
            label: t("facet.choice", {
              label: facet.value === noneChosen ? none : labelOf(facet),
              count: facet.count,
            }),
          })),
        ]}
        onChange={(event) => {
          const next = { ...wish };
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
      <Checkbox
        label={t("facet.favorite")}
        checked={wish.favorite === true}
        onChange={(event) => {
          const { favorite: _before, ...rest } = wish;
          onChange(event.currentTarget.checked ? { ...rest, favorite: true } : rest);
        }}
      />
    </>
  );
}
