import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { givingParts } from "@offgrid/contract/charts/energy-parts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { energiesOf, roundTrip, storedChangeWh, unmeteredWh } from "../../../domain/energy-balance/balance-figures.ts";

export interface LossesCardProps {
  balance: EnergyBalance;
  /** Of the battery; undefined: not known. */
  capacityWh: number | undefined;
}

/** What was lost on the way: measured, unexplained, and in the battery. */
export function LossesCard({ balance, capacityWh }: LossesCardProps) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const totals = useMemo(() => energiesOf(balance), [balance]);
  const into = givingParts.reduce((sum, part) => sum + (totals[part] ?? 0), 0);
  const share = (wh: number | undefined) =>
    wh === undefined || into <= 0 ? undefined : t("ofAll", { percent: percent(wh / into) });
  const percent = (part: number) => formatQuantityText(part * 100, "percent", locale);
  const left = unmeteredWh(totals);
  const leftWh = left === undefined ? undefined : Math.abs(left);
  const storedWh = storedChangeWh(balance, capacityWh);
  const back = roundTrip(totals, storedWh);
  const facts = [
    { id: "conversion", value: formatQuantityText(totals.losses, "Wh", locale), about: share(totals.losses) },
    {
      id: "unmetered",
      value: formatQuantityText(leftWh, "Wh", locale),
      about:
        left !== undefined && left < 0 && into > 0
          ? t("unmeteredIn", { percent: percent(-left / into) })
          : share(leftWh),
    },
    {
      id: "roundTrip",
      value: back === undefined ? "—" : percent(back),
      about: back === undefined ? t("roundTripNone") : t(storedWh === undefined ? "roundTripRough" : "roundTripHow"),
    },
  ] as const;
  return (
    <dl className="og-facts og-stack og-mid">
      {facts.map(({ id, value, about }) => (
        <div key={id}>
          <dt>{t(`loss.${id}`)}</dt>
          <dd>
            {value} {about !== undefined && <small>{about}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
