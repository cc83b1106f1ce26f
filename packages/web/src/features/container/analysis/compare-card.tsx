import { NativeSelect } from "@mantine/core";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./analysis.module.css";
import { energiesOf, measuredShare, originTotals, pointsBetween, selfSufficiency } from "./balance-figures.ts";

export interface CompareCardProps {
  pair: Pending<{ own: EnergyBalance; other: EnergyBalance }>;
  others: readonly { containerId: string; name: string }[];
  /** Another container over the same time; undefined: this one in the period before. */
  against: string | undefined;
  onAgainst: (containerId: string | undefined) => void;
  /** As much of the period before as has passed of this one. */
  before: TimeRange;
  zone: string;
}

/** The same figures of the period before, or of another container, beside each other. */
export function CompareCard({ pair, others, against, onAgainst, before, zone }: CompareCardProps) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const day = (atMs: number) => formatTime(atMs, "date", zone, locale);
  const name = others.find(({ containerId }) => containerId === against)?.name ?? against;
  const head =
    name ?? t("beforeDates", { first: day(before.fromMs), last: day(Math.max(before.fromMs, before.toMs - 1)) });
  return (
    <>
      <NativeSelect
        className={styles.select}
        label={t("against")}
        value={against ?? ""}
        data={[
          { value: "", label: t("before") },
          ...others.map(({ containerId, name: label }) => ({ value: containerId, label })),
        ]}
        onChange={(event) => onAgainst(event.currentTarget.value || undefined)}
      />
      <Async of={pair} height={240}>
        {({ own, other }) => <Rows own={own} other={other} head={head} />}
      </Async>
    </>
  );
}

function Rows({ own, other, head }: { own: EnergyBalance; other: EnergyBalance; head: string }) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const [one, two] = [energiesOf(own), energiesOf(other)];
  const rows = energyParts
    .filter((part) => one[part] !== undefined || two[part] !== undefined)
    .map((part) => ({
      id: part,
      label: t(`part.${part}`),
      own: formatQuantityText(one[part], "Wh", locale),
      other: formatQuantityText(two[part], "Wh", locale),
      change: changeText(one[part], two[part], locale),
    }));
  const shares = useShareRows(own, other);
  return (
    <section
      className="og-scroll"
      aria-label={t("compare")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{t("compare")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("figure")}</th>
            <th scope="col">{t("this")}</th>
            <th scope="col">{head}</th>
            <th scope="col">{t("change")}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...shares].map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.label}</th>
              <td>{row.own}</td>
              <td>{row.other}</td>
              <td>{row.change}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shares differ in points, not in per cent of a share. */
function useShareRows(own: EnergyBalance, other: EnergyBalance) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const percent = (share: number | undefined) =>
    formatQuantityText(share === undefined ? undefined : share * 100, "percent", locale);
  const sufficiency = (of: EnergyBalance) => selfSufficiency(originTotals(of.origins), of.unmeasured);
  const measured = (of: EnergyBalance) => measuredShare(of, energyParts);
  const row = (id: "sufficiency" | "measuredShare", shareOf: (of: EnergyBalance) => number | undefined) => {
    const change = pointsBetween(shareOf(own), shareOf(other));
    return {
      id,
      label: t(id),
      own: percent(shareOf(own)),
      other: percent(shareOf(other)),
      change:
        change === undefined
          ? "—"
          : t("points", { count: Math.abs(change), points: `${change > 0 ? "+" : ""}${formatCount(change, locale)}` }),
    };
  };
  return [row("sufficiency", sufficiency), row("measuredShare", measured)];
}

/** Growth against the other figure in percent; a dash where there is nothing to compare with. */
function changeText(own: number | undefined, other: number | undefined, locale: "en" | "fr"): string {
  if (own === undefined || other === undefined || other < 1) return "—";
  const percent = ((own - other) / other) * 100;
  return `${percent > 0.5 ? "+" : ""}${formatQuantityText(percent, "percent", locale)}`;
}
