import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { hoursText } from "@offgrid/contract/core/duration-text";
import { litresText, moneyText } from "../../../domain/period-figures/figure-text.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

type Costs = Answer<"getEnergyCosts">["data"];

/** How long the generator ran since the container's midnight, its fuel, and what that and the grid cost. */
export function BoughtToday({ info }: { info: Pick<ContainerInfoV4, "containerId" | "zoneName" | "values"> }) {
  const { containerId, zoneName: zone, values } = info;
  const isBuying = Object.keys(values).some((metric) => /^(generator|grid)\./.test(metric));
  const costs = useCall(
    "getEnergyCosts",
    { containerId, period: "today", zone },
    {
      enabled: isBuying,
      select: ({ data }: Answer<"getEnergyCosts">) => data,
      refetchInterval: 10 * tickMs,
      staleTime: 2 * tickMs,
    },
  );
  if (!isBuying) return null;
  return (
    <Async of={quiet(costs)} height={20}>
      {(known) => <BoughtLine costs={known} />}
    </Async>
  );
}

/** Nothing where nothing ran or was bought. */
export function BoughtLine({ costs: { generator, grid, prices } }: { costs: Costs }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const currency = prices?.currency ?? "";
  const said: string[] = [];
  if (generator?.hours) said.push(t("energy.ran", { time: hoursText(generator.hours) }));
  if (generator?.fuelL) {
    const amount = litresText(generator.fuelL, locale);
    const { cost } = generator;
    const money = cost === null ? "" : moneyText({ amount: cost, currency, isEstimate: true }, locale);
    said.push(cost === null ? t("energy.fuel", { amount }) : t("energy.fuelMoney", { amount, money }));
  }
  if (grid?.cost) {
    const money = moneyText({ amount: grid.cost, currency }, locale);
    said.push(t("energy.gridMoney", { money }));
  }
  return said.length > 0 && <p className="og-small og-before">{said.join(" ")}</p>;
}
