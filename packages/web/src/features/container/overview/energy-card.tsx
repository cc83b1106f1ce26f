import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import type { EnergyPart } from "@offgrid/contract/charts/energy-parts";
import {
  IconBattery,
  IconBatteryCharging,
  IconEngine,
  IconPlug,
  IconPlugConnected,
  IconSun,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Async, type Pending, quiet } from "../../../ui/async.tsx";
import { seriesColor } from "../../../ui/series-color.ts";
import { formatQuantityText, formatShare, leastWh } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { OriginBar } from "../../../domain/energy-origin/origin-bar.tsx";
import { DefinitionsLink } from "../../../domain/definitions/definitions-link.tsx";
import { originTotals } from "../../../domain/energy-balance/balance-figures.ts";
import { EnergyTrack } from "../device-energy/energy-track.tsx";
import styles from "./energy-card.module.css";

/** Below this share of the day so far, the card says how much of it was measured. */
const goodCoverage = 0.95;

/** Room for their heading, the bar and a line of parts. */
const originsPx = 96;

export interface EnergyCardProps {
  energy: ContainerInfoV4["energyToday"];
  /** Of the same day. */
  of: Pending<EnergyBalance>;
  /** What of it has its price. */
  bought?: ReactNode;
}

/**
 * What was generated and used since the container's midnight, what the battery gave and took, and of other sources what
 * they gave if they gave anything, as bars on one scale; and where the consumption came from.
 */
export function EnergyCard({ energy, of, bought }: EnergyCardProps) {
  const { t } = useTranslation(["container", "energy-origin"]);
  const locale = useLocale();
  const { data: balance } = of;
  // One answer for the bars and the origins below them: the other is up to a minute older or newer.
  const solarWh = balance ? balance.parts.solar.total : energy.solarWh;
  const loadWh = balance ? balance.parts.load.total : energy.loadWh;
  const total = (part: EnergyPart) => balance?.parts[part].total ?? null;
  const lines = [
    { id: "solar", wh: solarWh, Icon: IconSun },
    { id: "generator", wh: total("generator"), Icon: IconEngine },
    { id: "grid", color: "info", wh: total("gridIn"), Icon: IconPlugConnected },
    { id: "load", wh: loadWh, Icon: IconPlug },
    { id: "batteryOut", color: "battery-out", wh: total("batteryOut"), Icon: IconBattery },
    { id: "batteryIn", color: "battery-in", wh: total("batteryIn"), Icon: IconBatteryCharging },
  ] as const;
  const shown = lines.filter(({ id, wh }) => id === "solar" || id === "load" || (wh !== null && wh >= leastWh));
  const most = Math.max(1, ...shown.map(({ wh }) => wh ?? 0));
  return (
    <section className="og-card" aria-labelledby="container-energy">
      <h2 className="og-title og-after-more" id="container-energy">
        {t("energy.title")}
      </h2>
      <dl className={`og-pairs og-stack og-mid ${styles.lines}`}>
        {shown.map(({ id, wh, Icon, ...line }) => (
          <div key={id} style={seriesColor("color" in line ? line.color : id)}>
            <dt className="og-quiet og-row">
              <Icon className="og-series" size={16} aria-hidden /> {t(`energy.${id}`)}
            </dt>
            <dd>
              {formatQuantityText(wh, "Wh", locale)}
              <EnergyTrack share={Math.max(0, wh ?? 0) / most} />
            </dd>
          </div>
        ))}
      </dl>
      {/* Where it failed, the rows of all else are missing too. */}
      {((loadWh ?? 0) > 0 || (balance === undefined && of.error !== null)) && (
        <div style={{ marginTop: 16 }}>
          <Async of={quiet(of)} title={t("energy-origin:title")} height={originsPx}>
            {({ origins }) => (
              <>
                <h3 className="og-title og-text-14 og-after">{t("energy-origin:title")}</h3>
                <OriginBar totals={originTotals(origins)} />
              </>
            )}
          </Async>
        </div>
      )}
      {bought}
      <p className="og-small og-before">
        {solarWh === null && loadWh === null
          ? t("energy.none")
          : energy.coverage < goodCoverage
            ? t("energy.coverage", { percent: formatShare(energy.coverage, locale) })
            : t("energy.sinceMidnight")}
      </p>
      <DefinitionsLink page="energy-terms" />
    </section>
  );
}
