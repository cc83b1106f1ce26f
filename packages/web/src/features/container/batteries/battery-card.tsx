import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../../core/live/live.ts";
import { batteryState } from "../../../domain/containers/container-facts.ts";
import { Num } from "../../../ui/num.tsx";
import type { SupplyNow } from "../../../domain/container/charge-marks.ts";
import { SocBar } from "../../../domain/container/soc-bar.tsx";
import { columns } from "../../../ui/columns.ts";
import type { Battery } from "./battery-facts.ts";
import { shownCharge } from "../../../domain/container/charge-text.ts";

export interface BatteryCardProps {
  battery: Battery;
  everyS: number;
  now: number;
  zone: string;
  /** Level at which loads are cut, percent. */
  reservePercent: number;
  /** Whether the loads of the container are cut now. */
  energy: SupplyNow;
}

/** A bank or a pack: charge, direction and figures, each with its age. One that fell silent stays, muted. */
export function BatteryCard({ battery, reservePercent, energy, ...age }: BatteryCardProps) {
  const { t } = useTranslation("batteries");
  const titleId = useId();
  const isLastKnown = useIsLastKnown();
  const { number, soc, isSocOld, powerW, figures, isStale } = battery;
  const title = number === undefined ? t("bank") : t("pack", { number });
  return (
    <section className={`og-card og-stack og-mid ${isStale ? "og-muted" : ""}`} aria-labelledby={titleId}>
      <h2 className="og-title og-wrap og-ends og-fine" id={titleId}>
        {title}
        {/* Where nothing comes here, that is no fault of its own, and said above. */}
        {isStale && !isLastKnown && <span className="og-amber og-medium og-text-13">{t("silent")}</span>}
      </h2>
      <SocBar
        percent={soc?.value}
        state={batteryState({ soc: soc?.value, batteryPower: powerW }, isStale || isSocOld)}
        reservePercent={reservePercent}
        energy={energy}
        label={t("socOf", { name: title })}
      />
      <dl className="og-facts og-grid" style={columns(150, { gap: "12px 16px" })}>
        {soc && (
          <div>
            <dt>{t("quantity.soc")}</dt>
            <dd>
              <Num value={shownCharge(soc.value, reservePercent)} unit="percent" at={soc.atMs} {...age} />
            </dd>
          </div>
        )}
        {figures.map(({ quantity, unit, value, atMs }) => (
          <div key={quantity}>
            <dt>{t(`quantity.${quantity}`)}</dt>
            <dd>
              <Num value={value} unit={unit} at={atMs} {...age} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
