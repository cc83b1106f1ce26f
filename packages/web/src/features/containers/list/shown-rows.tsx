import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { hasOldValue } from "../../../domain/containers/container-facts.ts";
import { zonesApart } from "../../../domain/containers/zones-apart.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { type ListQuery, isNarrowed, usualSort } from "../list-choices.ts";

interface ShownProps {
  rows: readonly ContainerRow[];
  total: number;
  query: ListQuery;
  now: number;
  /** When the containers were last known, epoch ms: what was new then is not counted as old. */
  knownMs: number;
  onQuery: (query: ListQuery) => void;
}

/** How many of all containers are shown, how many of them have old values, and whether the worst stand first. */
export function Shown({ rows, total, query, now, knownMs, onQuery }: ShownProps) {
  const { t } = useTranslation("containers");
  const narrowed = isNarrowed(query);
  const { sort = usualSort, reversed, ...filters } = query;
  // One that never sent anything has no values that could be old.
  const old = rows.filter((container) => container.valuesAt !== null && hasOldValue(container, knownMs)).length;
  return (
    <p className="og-note og-wrap og-loose">
      <output className={narrowed ? undefined : "visually-hidden"}>
        {narrowed ? t("showing", { shown: rows.length, total }) : t("found", { count: rows.length })}
      </output>
      {old > 0 && <span>{t("old", { count: old })}</span>}
      {zonesApart(rows, browserZone, now).length > 0 && <span>{t("localTimes")}</span>}
      {/* No column has this order, so no head of one can say it or bring it back. */}
      {rows.length > 0 &&
        (sort === usualSort && !reversed ? (
          <span>{t("sort.sorted")}</span>
        ) : (
          <button type="button" className="og-link-button" onClick={() => onQuery(filters)}>
            {t("sort.toTrouble")}
          </button>
        ))}
    </p>
  );
}

/** A query that nothing fits. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("containers");
  return (
    <EmptyState
      title={t("noMatch.title")}
      why={t("noMatch.why")}
      icon={<IconSearchOff size={40} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("noMatch.clear")}
        </Button>
      }
    />
  );
}
