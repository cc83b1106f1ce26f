import { useTranslation } from "react-i18next";

import { formatNumber, formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { YieldAnswer } from "./solar-template.data.ts";
import { usePanelWords } from "./use-panel-words.ts";
import { YieldBar } from "./yield-bar.tsx";

/** The year of an array at a place, month by month. */
export function YieldTable({ found, capacityW }: { found: YieldAnswer; capacityW: number }) {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const isPhone = useIsPhone();
  const { direction } = usePanelWords();
  const { months, tilt, azimuth, usualShare } = found;
  const most = Math.max(...months.map(({ clearWh }) => clearWh));
  const sum = (of: "clearWh" | "usualWh") => months.reduce((total, month) => total + month[of], 0);
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const perPeak = formatNumber(sum("usualWh") / capacityW, locale, { maximumFractionDigits: 0 });
  return (
    <div className="og-close-stack">
      <p className="og-flush">
        {t("yield.year", { energy: energy(sum("usualWh")), perPeak })}{" "}
        {t("yield.lying", { tilt: formatQuantityText(tilt, "deg", locale), direction: direction(azimuth) })}
      </p>
      <ScrollBox label={t("yield.title")}>
        <table className="og-table og-first-stays">
          <thead>
            <tr>
              <th scope="col">{t("yield.month")}</th>
              <th scope="col" className="og-amount">
                {t("yield.usual")}
              </th>
              <th scope="col" className="og-amount">
                {t("yield.clear")}
              </th>
              {!isPhone && <td aria-hidden />}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, usualWh, clearWh }) => (
              <tr key={month}>
                <th scope="row">{formatTime(Date.UTC(2025, month - 1, 15), "monthName", "UTC", locale)}</th>
                <td className="og-amount">{energy(usualWh)}</td>
                <td className="og-amount">{energy(clearWh)}</td>
                {!isPhone && (
                  <td aria-hidden style={{ width: "40%" }}>
                    <YieldBar share={usualWh / most} reach={clearWh / most} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          <Sum usual={energy(sum("usualWh"))} clear={energy(sum("clearWh"))} />
        </table>
      </ScrollBox>
      <p className="og-note og-flush">
        {t("yield.how", { share: formatQuantityText(100 * usualShare, "percent", locale) })}
      </p>
    </div>
  );
}

function Sum({ usual, clear }: { usual: string; clear: string }) {
  const { t } = useTranslation("solar-template");
  return (
    <tfoot>
      <tr>
        <th scope="row" className="og-strong">
          {t("yield.sum")}
        </th>
        <td className="og-amount og-strong">{usual}</td>
        <td className="og-amount og-strong">{clear}</td>
      </tr>
    </tfoot>
  );
}
