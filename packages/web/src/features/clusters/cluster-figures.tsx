import { containerLinks } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { useTranslation } from "react-i18next";

import { formatCount, formatQuantityText, missing } from "../../core/format.ts";
import { countStates, openWarningsOf, socSpread, sumOf } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";

const states = [...containerLinks, "warning"] as const;

/** What some containers come to together: their states, power now, energy of today, charge. Old values are left out. */
export function ClusterFigures({ containers, now }: { containers: readonly ContainerRow[]; now: number }) {
  const { t } = useTranslation("clusters");
  const locale = useLocale();
  const counts = countStates(containers);
  const spread = socSpread(containers, now);
  const sum = (field: Parameters<typeof sumOf>[1], unit: "W" | "Wh") =>
    formatQuantityText(sumOf(containers, field, now).value, unit, locale);
  const warnings = openWarningsOf(containers);
  const facts = [
    [t("figure.solar"), sum("solarPower", "W")],
    [t("figure.load"), sum("loadPower", "W")],
    [t("figure.generated"), sum("solarGeneration", "Wh")],
    [t("figure.used"), sum("energyConsumption", "Wh")],
    [t("figure.lowest"), formatQuantityText(spread.lowest?.percent, "percent", locale)],
    [t("figure.median"), formatQuantityText(spread.value, "percent", locale)],
    [t("figure.warnings"), containers.length === 0 ? missing : formatCount(warnings, locale)],
  ] as const;
  return (
    <>
      <ul className="og-plain-list og-wrap og-loose">
        {energyLevels
          .filter((level) => counts[level] > 0)
          .map((level) => (
            <li className="og-row og-snug" key={level}>
              <span className="og-figure">{formatCount(counts[level], locale)}</span>
              <EnergyMark level={level} count={counts[level]} />
            </li>
          ))}
        {states
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <li className="og-row og-snug" key={state}>
              <span className="og-figure">{formatCount(counts[state], locale)}</span>
              <StatusMark state={state} />
            </li>
          ))}
      </ul>
      <dl className="og-facts og-large-facts og-grid" style={columns(110, { gap: "8px 12px" })}>
        {facts.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {spread.counted < spread.of && (
        <p className="og-note">
          {spread.counted === 0 ? t("countedNone") : t("counted", { counted: spread.counted, of: spread.of })}
        </p>
      )}
    </>
  );
}
