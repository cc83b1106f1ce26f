import { useTranslation } from "react-i18next";

import { figureText } from "../../../domain/period-figures/figure-text.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { Compared } from "./compare-table.tsx";

/** Who did worst, and what came and went there, as a sentence. @param rows The worst first. */
export function CompareVerdict({ rows }: { rows: readonly Compared[] }) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const [worst] = rows;
  if (!worst?.figures || rows.filter(({ figures }) => figures).length < 2) return null;
  const { figures, container } = worst;
  const { name } = container;
  const { withoutPowerH = 0, unservedWh, lowestSoc, energies } = figures;
  const text = (id: Parameters<typeof figureText>[0]) => figureText(id, figures, locale);
  const isCut = withoutPowerH * 60 >= 1;
  const isAnyKnown = rows.some((row) => row.figures?.withoutPowerH !== undefined);
  return (
    <p className="og-flush">
      <span className="og-strong">
        {isCut
          ? t(unservedWh === undefined ? "compare.verdict.cut" : "compare.verdict.cutUnserved", {
              name,
              hours: text("withoutPowerH"),
              energy: text("unservedWh"),
            })
          : t(isAnyKnown ? "compare.verdict.none" : "compare.verdict.unknown")}
      </span>{" "}
      {lowestSoc !== undefined && t("compare.verdict.charge", { name, percent: text("lowestSoc") })}{" "}
      {energies.solar !== undefined &&
        energies.load !== undefined &&
        t("compare.verdict.energy", { solar: text("solar"), load: text("load") })}
    </p>
  );
}
