import { IconBatteryOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { Async } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Section } from "../../../ui/section.tsx";
import { useFreshness } from "../../../ui/use-freshness.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useTemperatures } from "./batteries.data.ts";
import { batteriesOf, cellSpread } from "./battery-facts.ts";
import { BatteryCard } from "./battery-card.tsx";
import { BatteryHealth } from "./battery-health.tsx";
import { CellStrip } from "./cell-strip.tsx";
import { TemperatureChart } from "./temperature-chart.tsx";
import { MarkedChart } from "../../../domain/charts/marked-chart.tsx";

/** The bank and each of its packs: charge, health, cells, alarms and temperatures. */
export function BatteriesTab({ info, now }: TabProps) {
  const { t } = useTranslation("batteries");
  const { values, everyS, zoneName } = info;
  const batteries = batteriesOf(values, everyS, now, useFreshness());
  const packs = batteries.flatMap(({ number }) => (number === undefined ? [] : [number]));
  const zoom = useAddressZoom();
  const temperatures = useTemperatures(info.containerId, zoneName, packs, zoom.view);
  const spread = cellSpread(values);
  if (batteries.length === 0) {
    return (
      <div className="og-card">
        <EmptyState title={t("none")} why={t("noneWhy")} icon={<IconBatteryOff size={40} />} />
      </div>
    );
  }
  return (
    <div className="og-stack">
      <BatteryHealth info={info} batteries={batteries} spread={spread} now={now} />
      <div className="og-grid" style={columns(340, { isFilled: true })}>
        {batteries.map((battery) => (
          <BatteryCard
            key={battery.id}
            battery={battery}
            reservePercent={info.reserveSoc}
            energy={info.energy}
            everyS={everyS}
            now={now}
            zone={zoneName}
          />
        ))}
      </div>
      <Section title={t("cells")}>
        {spread ? (
          <CellStrip spread={spread} everyS={everyS} now={now} zone={zoneName} />
        ) : (
          <EmptyState title={t("totalsOnly")} why={t("totalsOnlyWhy")} />
        )}
      </Section>
      <Section title={t("temperature")}>
        <Async of={temperatures} height={480}>
          {(answer) => (
            <MarkedChart containerIds={[info.containerId]} range={answer.span}>
              {(marks) => <TemperatureChart {...{ answer, packs, zoom, marks }} zone={zoneName} />}
            </MarkedChart>
          )}
        </Async>
      </Section>
    </div>
  );
}
