import { Button, type ButtonProps } from "@mantine/core";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { IconChevronDown } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../../core/format.ts";
import type { FleetCounts } from "../../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../../domain/energy-state/energy-mark.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { type ListQuery, stateFilters } from "../list-choices.ts";

export interface StatesProps {
  /** Which of them the list is narrowed to. */
  query: Pick<ListQuery, "status" | "energy">;
  /** What each state would leave of the containers found. */
  counts: FleetCounts;
  total: number;
}

/** The states that containers are in, worst first. One that nobody is in is not offered, but one that is chosen can be left. */
export function statesOf({ query: { status, energy }, counts }: Pick<StatesProps, "query" | "counts">) {
  return {
    energies: energyLevels.filter((level) => level === energy || counts[level] > 0),
    links: stateFilters.filter((state) => state === status || counts[state] > 0),
  };
}

/** What the list is narrowed to, as a button. */
export function StateButton({ query, counts, total, ...button }: StatesProps & ButtonProps & ComponentProps<"button">) {
  const { t } = useTranslation("containers");
  const { energy, status } = query;
  const isChosen = energy !== undefined || status !== undefined;
  return (
    <Button
      px={12}
      variant={isChosen ? "light" : "default"}
      title={t("filter")}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      {...button}
    >
      <span className="og-row">
        {energy && status && (
          // How many are in each of two says nothing of both, and the row has room for one word.
          <>
            <EnergyMark level={energy} />
            <StatusMark state={status} wordHidden />
          </>
        )}
        {!(energy && status) &&
          [energy, status].map((one) => one && <StateCount key={one} state={one} counts={counts} />)}
        {!isChosen && <AllCount total={total} />}
      </span>
    </Button>
  );
}

/** Shape and word of a state of energy or of the link, and how many are in it. */
export function StateCount({ state, counts }: { state: keyof FleetCounts; counts: FleetCounts }) {
  const level = energyLevels.find((one) => one === state);
  const link = stateFilters.find((one) => one === state);
  return (
    <span className="og-row og-inline">
      {level && <EnergyMark level={level} count={counts[level]} />}
      {link && <StatusMark state={link} />} <Count of={counts[state]} />
    </span>
  );
}

/** How many there are in all states. */
export function AllCount({ total }: { total: number }) {
  const { t } = useTranslation("containers");
  return (
    <span className="og-row og-inline">
      {t("all")} <Count of={total} />
    </span>
  );
}

function Count({ of }: { of: number }) {
  const locale = useLocale();
  return <span className="og-quiet og-number og-normal">{formatCount(of, locale)}</span>;
}
