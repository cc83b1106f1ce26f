import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useBranchName } from "../../../domain/energy-flow/flow-words.ts";
import { columns } from "../../../ui/columns.ts";
import { seriesColor } from "../../../ui/series-color.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type RankedEnergy, branchEnergies, rankEnergies } from "./device-energy.ts";
import styles from "./device-ranks.module.css";
import { EnergyTrack } from "./energy-track.tsx";

/** Sources and loads one by one, the most first, with bars on one scale each. */
export function DeviceRanks({ balance }: { balance: Pick<EnergyBalance, "parts" | "devices" | "besideDevices"> }) {
  const { t } = useTranslation("energy-flow");
  const { sources, loads } = rankEnergies(branchEnergies(balance), balance.devices);
  if (sources.length + loads.length === 0) {
    const isMetered = Object.keys(balance.devices).length > 0;
    return <p className="og-note">{t(isMetered ? "ranked.nothing" : "ranked.none")}</p>;
  }
  return (
    <div className="og-grid" style={columns(260, { gap: "16px 32px", isFilled: true })}>
      <Ranked title={t("ranked.sources")} devices={sources} />
      <Ranked title={t("ranked.loads")} devices={loads} />
    </div>
  );
}

function Ranked({ title, devices }: { title: string; devices: readonly RankedEnergy[] }) {
  const locale = useLocale();
  const nameOf = useBranchName();
  if (devices.length === 0) return null;
  return (
    <div>
      <h3 className="og-note og-medium og-after">{title}</h3>
      <ol className={`og-plain-list ${styles.ranked}`}>
        {devices.map(({ id, wh, share }) => (
          <li key={id} style={seriesColor(colorOf(id))}>
            <span>{nameOf(id)}</span>
            <strong>{formatQuantityText(wh, "Wh", locale)}</strong>
            <EnergyTrack share={share} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function colorOf(id: string) {
  if (id.startsWith("solar")) return "solar";
  if (id.startsWith("generator") || id.startsWith("alternator")) return "generator";
  return id === "grid" ? "info" : "load";
}
