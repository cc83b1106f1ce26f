import { type EnergyOrigin } from "@offgrid/contract/charts/energy-parts";
import { shownOrigins } from "@offgrid/contract/charts/shown-origins";
import { useTranslation } from "react-i18next";

import { formatQuantityText, formatShare } from "../../core/format.ts";
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

/** Energy by where it came from, Wh; null: none was measured. */
export type OriginTotals = Readonly<Record<EnergyOrigin, number | null>>;

/** Consumption as one bar of its origins, each with its energy and its share of the whole. */
export function OriginBar({ totals }: { totals: OriginTotals }) {
  const { t } = useTranslation("energy-origin");
  const locale = useLocale();
  const shown = shownOrigins(totals);
  if (shown.length === 0) return <p className="og-note">{t("none")}</p>;
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {shown.map(({ origin, share }) => (
          <span key={origin} data-origin={origin} style={{ ...seriesColor(colors[origin]), flexGrow: share }} />
        ))}
      </div>
      <dl className={styles.parts} style={columns(300, { gap: "6px 32px", isFilled: true })}>
        {shown.map(({ origin, wh, share }) => (
          <div key={origin} style={seriesColor(colors[origin])}>
            <dt>{t(`from.${origin}`)}</dt>
            <dd>
              {formatQuantityText(wh, "Wh", locale)} <small className="og-beside">{formatShare(share, locale)}</small>
            </dd>
          </div>
        ))}
      </dl>
      {shown.some(({ origin }) => origin === "unknown") && <p className="og-note">{t("unknownWhy")}</p>}
    </>
  );
}
