import { type EnergyOrigin, energyOrigins } from "@offgrid/contract/charts/energy-parts";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { wholeShares } from "@offgrid/contract/core/whole-shares";
import { useTranslation } from "react-i18next";

import { formatQuantityText, leastWh } from "../../core/format.ts";
import { columns } from "../../ui/columns.ts";
import { seriesColor } from "../../ui/series-color.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./origin-bar.module.css";

const colors: Record<EnergyOrigin, string> = {
  sun: "solar",
  battery: "battery-out",
  generator: "generator",
  generatorStored: "generator",
  grid: "info",
  gridStored: "info",
  unknown: "muted",
};

/** Below this share of the consumption, what is not known of it is not worth a word. */
const leastUnknown = 0.005;

/** Energy by where it came from, Wh; null: none was measured. */
export type OriginTotals = Readonly<Record<EnergyOrigin, number | null>>;

/** A share in whole per cent; of what is there, but is less than one, it says so. */
function shareText(percent: number, locale: LocaleCode): string {
  return percent === 0
    ? `< ${formatQuantityText(1, "percent", locale)}`
    : formatQuantityText(percent, "percent", locale);
}

/** Consumption as one bar of its origins, each with its energy and its share of the whole. */
export function OriginBar({ totals }: { totals: OriginTotals }) {
  const { t } = useTranslation("energy-origin");
  const locale = useLocale();
  const wh = (origin: EnergyOrigin) => totals[origin] ?? 0;
  const all = energyOrigins.reduce((sum, origin) => sum + wh(origin), 0);
  if (all <= 0) return <p className="og-note">{t("none")}</p>;
  const least = (origin: EnergyOrigin) => (origin === "unknown" ? leastUnknown * all : Math.min(leastWh, all / 2));
  const shown = energyOrigins.filter((origin) => wh(origin) > least(origin));
  const shares = wholeShares(shown.map(wh));
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {shown.map((origin) => (
          <span
            key={origin}
            data-origin={origin}
            style={{ ...seriesColor(colors[origin]), flexGrow: wh(origin) / all }}
          />
        ))}
      </div>
      <dl className={styles.parts} style={columns(300, { gap: "6px 32px", isFilled: true })}>
        {shown.map((origin, index) => (
          <div key={origin} style={seriesColor(colors[origin])}>
            <dt>{t(`from.${origin}`)}</dt>
            <dd>
              {formatQuantityText(wh(origin), "Wh", locale)}{" "}
              <small className="og-beside">{shareText(shares[index]!, locale)}</small>
            </dd>
          </div>
        ))}
      </dl>
      {shown.includes("unknown") && <p className="og-note">{t("unknownWhy")}</p>}
    </>
  );
}
