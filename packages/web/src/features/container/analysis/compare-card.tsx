import { NativeSelect } from "@mantine/core";
import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { changeText, figureText } from "../../../domain/period-figures/figure-text.ts";
import { type FigureId, type PeriodFigures, isAsMeasured } from "../../../domain/period-figures/period-figures.ts";
import { rankedFigures } from "../../../domain/period-figures/ranked-figures.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import type { TimeRange } from "../../../ui/period-range.ts";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./analysis.module.css";

export interface CompareCardProps {
  pair: Pending<{ own: PeriodFigures; other: PeriodFigures }>;
  name: string;
  others: readonly { containerId: string; name: string }[];
  /** Another container over the same time; undefined: this one in the period before. */
  against: string | undefined;
  onAgainst: (containerId: string | undefined) => void;
  /** As much of the period as has passed. */
  own: Span;
  /** What it is compared with: of the period before as much as has passed of this one, of another container its own days. */
  beside: Span;
}

interface Span {
  range: TimeRange;
  zone: string;
}

/** The same figures of the period before, or of another container, beside each other. */
export function CompareCard({ pair, name, others, against, onAgainst, own, beside }: CompareCardProps) {
  const { t } = useTranslation("analysis");
  const other = others.find(({ containerId }) => containerId === against)?.name ?? against;
  const heads: readonly [Head, Head] = [
    { title: other === undefined ? t("this") : name, ...own },
    { title: other ?? t("before"), ...beside },
  ];
  return (
    <>
      <NativeSelect
        className={`${styles.select} og-no-print`}
        label={t("against")}
        value={against ?? ""}
        data={[
          { value: "", label: t("before") },
          ...others.map(({ containerId, name: label }) => ({ value: containerId, label })),
        ]}
        onChange={(event) => onAgainst(event.currentTarget.value || undefined)}
      />
      <Async of={pair} height={240}>
        {(found) => <Comparison pair={[found.own, found.other]} heads={heads} />}
      </Async>
    </>
  );
}

interface Head extends Span {
  title: string;
}

/** What is wrong stands before what came and went. */
const figures: readonly FigureId[] = [...rankedFigures, "fuelL", "cost", ...energyParts, "measured"];

interface ComparisonProps {
  pair: readonly [PeriodFigures, PeriodFigures];
  heads: readonly [Head, Head];
}

function Comparison({ pair, heads }: ComparisonProps) {
  const { t } = useTranslation(["analysis", "period-figures"]);
  const { t: tFigures } = useTranslation("period-figures");
  const locale = useLocale();
  const dates = useDates();
  const rows = figures
    .map((id) => ({ id, cells: pair.map((one) => figureText(id, one, locale)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== missing))
    // A dash beside hours without power would be read as none of them.
    .map(({ id, cells }) => ({
      id,
      cells: cells.map((cell) => (id === "withoutPowerH" && cell === missing ? t("notKnown") : cell)),
    }));
  const isApart = energyParts.some(
    (part) => pair.every(({ energies }) => energies[part] !== undefined) && !isAsMeasured(part, ...pair),
  );
  return (
    <>
      <ScrollBox label={t("compare")}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t("compare")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("figure")}</th>
              {heads.map(({ title, ...span }, place) => (
                <th key={place} scope="col">
                  {title}
                  <span className="og-normal" style={{ display: "block" }}>
                    {dates(span)}
                  </span>
                </th>
              ))}
              <th scope="col">{t("change")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells: [own, other] }) => (
              <tr key={id}>
                <th scope="row">{t(`period-figures:figure.${id}`)}</th>
                <td>{own}</td>
                <td>{other}</td>
                <td>{changeText(tFigures, id, pair, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {isApart && <p className="og-note">{t("notAsMeasured")}</p>}
    </>
  );
}

/** Writes the days of a range, with the time at which the last one ends early. */
function useDates() {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  return ({ range: { fromMs, toMs }, zone }: Span) => {
    const [first, last] = [fromMs, Math.max(fromMs, toMs - 1)].map((at) => formatTime(at, "date", zone, locale));
    const days = first === last ? (first ?? "") : t("dates", { first, last });
    const end = formatTime(toMs, "time", zone, locale);
    const isWhole = end === formatTime(fromMs, "time", zone, locale);
    return isWhole ? days : t("datesUpTo", { dates: days, time: end });
  };
}
