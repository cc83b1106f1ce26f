import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { SocBar } from "../../container/soc-bar.tsx";
import { batteryState, isValueStale } from "../../containers/container-facts.ts";
import { useKnownMs } from "../../containers/containers.data.tsx";
import { energyFacts } from "../../containers/energy-facts.ts";
import { worstFirst } from "../../containers/fleet-facts.ts";
import { EnergySentence } from "../../energy-state/energy-sentence.tsx";
import { FittedList } from "../fitted-list.tsx";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** Of more containers, the worst. */
const mostShown = 12;

/** How full batteries are, and what becomes of them. */
export function ChargeView({ widget: { of }, now, heightPx }: ViewProps<"charge">) {
  const { t } = useTranslation("widgets");
  const knownMs = useKnownMs(now);
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => {
        const shown = worstFirst(rows, knownMs).slice(0, mostShown);
        return (
          <FittedList
            className="og-grid og-mid"
            style={columns(220)}
            items={shown.map((row) => ({
              key: row.containerId,
              content: <Charge row={row} now={now} isNamed={rows.length > 1} />,
            }))}
            total={rows.length}
            heightPx={heightPx}
            more={(count) => (
              <Link className="og-link og-line-24" to="/containers">
                {t("more", { count })}
              </Link>
            )}
          />
        );
      }}
    </OfRows>
  );
}

function Charge({ row, now, isNamed }: { row: ContainerRow; now: number; isNamed: boolean }) {
  const { t } = useTranslation("container-facts");
  const { containerId, name, soc, reserveSoc, energy } = row;
  const isOld = soc !== null && isValueStale(row, "soc", now);
  const batteryPower = isValueStale(row, "batteryPower", now) ? null : row.batteryPower;
  return (
    <div className="og-words og-tight">
      {isNamed && (
        <Link className="og-name-link og-medium og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
          {name}
        </Link>
      )}
      <SocBar
        percent={soc}
        state={batteryState({ soc, batteryPower }, isOld)}
        reservePercent={reserveSoc}
        isCut={energy.level === "cut"}
        label={t("soc", { name })}
      />
      <div className="og-text-13">
        <EnergySentence {...energyFacts(row, now)} isShort />
      </div>
    </div>
  );
}
